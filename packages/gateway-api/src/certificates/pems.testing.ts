/** A certificate with an elliptic key. Made for tests; it guards nothing. */
export const ecCertificate = `-----BEGIN CERTIFICATE-----
MIIBcjCCARegAwIBAgIUBMbaCIDSw0/3292Hl/3qK6qTfeIwCgYIKoZIzj0EAwIw
DTELMAkGA1UEAwwCZWMwIBcNMjYxMTE1MTUyNzMwWhgPMjEyNjEwMjIxNTI3MzBa
MA0xCzAJBgNVBAMMAmVjMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEzlvJ/k+n
BHIa85e6UyaHsXj5xykuhzb/LfCU+apD94y4gFCSxYSG+d/JkCBbRKBMjfyIcKB+
E0yaJiT9LgP1bKNTMFEwHQYDVR0OBBYEFBf0Cfjb+ZlTGCpvQnnh40AhgVj0MB8G
A1UdIwQYMBaAFBf0Cfjb+ZlTGCpvQnnh40AhgVj0MA8GA1UdEwEB/wQFMAMBAf8w
CgYIKoZIzj0EAwIDSQAwRgIhAIt/EJf0Cxqx4b9rHE4l/p1w9a2/w3WgYJ8ld1iG
Q1e6AiEAwbYBZnjg123UYUXQeIRTfz3vc3GDRfaC1DL6USs6BEI=
-----END CERTIFICATE-----
`

/** Its key, as SEC 1 lays it out. Made for tests; it guards nothing. */
export const ecKey = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEILk4I3N0AAFOLa9BoV6qEV62e+dleVUW9roM3bqMYhYooAoGCCqGSM49
AwEHoUQDQgAEzlvJ/k+nBHIa85e6UyaHsXj5xykuhzb/LfCU+apD94y4gFCSxYSG
+d/JkCBbRKBMjfyIcKB+E0yaJiT9LgP1bA==
-----END EC PRIVATE KEY-----
`

/** The same key in PKCS #8. Made for tests; it guards nothing. */
export const ecWrappedKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQguTgjc3QAAU4tr0Gh
XqoRXrZ752V5VRb2ugzduoxiFiihRANCAATOW8n+T6cEchrzl7pTJoexePnHKS6H
Nv8t8JT5qkP3jLiAUJLFhIb538mQIFtEoEyN/IhwoH4TTJomJP0uA/Vs
-----END PRIVATE KEY-----
`

/** The same key without its public part. Made for tests; it guards nothing. */
export const ecBareKey = `-----BEGIN EC PRIVATE KEY-----
MDECAQEEILk4I3N0AAFOLa9BoV6qEV62e+dleVUW9roM3bqMYhYooAoGCCqGSM49
AwEH
-----END EC PRIVATE KEY-----
`

/** A certificate with an RSA key. Made for tests; it guards nothing. */
export const rsaCertificate = `-----BEGIN CERTIFICATE-----
MIIB+jCCAWOgAwIBAgIUCWeuZ2BuJFTV9UvsZESY9DwxR6EwDQYJKoZIhvcNAQEL
BQAwDjEMMAoGA1UEAwwDcnNhMCAXDTI2MTExNTE1MjgwNloYDzIxMjYxMDIyMTUy
ODA2WjAOMQwwCgYDVQQDDANyc2EwgZ8wDQYJKoZIhvcNAQEBBQADgY0AMIGJAoGB
AORbjXV/CEctn3nnGXpgAp9NluMqqQmpucJep4GBskC7+Kepq21ug9cTkOIRL2hV
YBZIQikCueuHNO9NrRilz6Wxwm29zbshPSPYepZeKIW/UwJgVW8Of0mutJgazEfL
M1xgrZJ+ZmViMChOWNgq4tb/gd1xhCMCVQRHg0YFEFjdAgMBAAGjUzBRMB0GA1Ud
DgQWBBQRfdVhfdEuuhoYQZjsTVL3lrXpaDAfBgNVHSMEGDAWgBQRfdVhfdEuuhoY
QZjsTVL3lrXpaDAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4GBAH7d
mgY/ab+57bIhSj5S4pclm9JNoGPTyMTKNGZ6BTaIkcR/AwEH3ygdGgKtECdLyYwT
z95GiZc1dyHdwUub3HUSyraEeW+f6pxyS+i0eVuGP9RlXZDzdf+XgYJcr/i7KKJz
iFpP15Iyo7b8uX9L3HXnfZArj98byvTxOnEbwEm5
-----END CERTIFICATE-----
`

/** Its key in PKCS #1. Made for tests; it guards nothing. */
export const rsaKey = `-----BEGIN RSA PRIVATE KEY-----
MIICWwIBAAKBgQDkW411fwhHLZ955xl6YAKfTZbjKqkJqbnCXqeBgbJAu/inqatt
boPXE5DiES9oVWAWSEIpArnrhzTvTa0Ypc+lscJtvc27IT0j2HqWXiiFv1MCYFVv
Dn9JrrSYGsxHyzNcYK2SfmZlYjAoTljYKuLW/4HdcYQjAlUER4NGBRBY3QIDAQAB
AoGAGDL/haEFno1eJgvwbkB4ZqtRPxeJPEXpMojXVWkKG8QPsKzRRtJ8VDF1nA9Y
J8VMXnAf2rq4OxZj7KwdmMwReflboJ+RuxTXc4L6xMDvXmqtjfVwOd83S2VNovMa
2o3A5eaB9fKAfp59X8ErLob6fDAAzSd8swEH2MWN+frjsgECQQD55TObCQxAze6U
QIO9ohJOYAOlY2AZena2S09r1QNyFfoA/XCCirNefKHQdg177rqvc2YS3DUIzgej
8sXIeq9dAkEA6e+ohwRtwkyekAopyWZLjkqp/Kl3sy3KgdP8wlyvL5eztg7/DzGm
n/4MpV3O6qGSlPNBzM1cwIus7jelZcU3gQJASTq+Xa9QFOmEAZPKR1boMGl4iA3Q
CodVpGP7WSkqAlOoWIPsZYTJvWWecZ02pFu3/1Q81EgNjo/5szSgevhgzQJAMhAI
p8RJ3N/auwaBxMjweGYAFMMLi7vL75a3K7z7/Jphah+xc8XzW5/ZgvYdVtb28ItS
VIrKQ6ZgfqZH7gyTgQJAIXXCS48u+jrNBGEE4Br9x/Ir6jS1ijvzV/rhjAskOL9g
64fvIRQt3bsjtLv8E5RfbFNOVVW5pv/vJIfZrm18mg==
-----END RSA PRIVATE KEY-----
`

/** The same key in PKCS #8. Made for tests; it guards nothing. */
export const rsaWrappedKey = `-----BEGIN PRIVATE KEY-----
MIICdQIBADANBgkqhkiG9w0BAQEFAASCAl8wggJbAgEAAoGBAORbjXV/CEctn3nn
GXpgAp9NluMqqQmpucJep4GBskC7+Kepq21ug9cTkOIRL2hVYBZIQikCueuHNO9N
rRilz6Wxwm29zbshPSPYepZeKIW/UwJgVW8Of0mutJgazEfLM1xgrZJ+ZmViMChO
WNgq4tb/gd1xhCMCVQRHg0YFEFjdAgMBAAECgYAYMv+FoQWejV4mC/BuQHhmq1E/
F4k8RekyiNdVaQobxA+wrNFG0nxUMXWcD1gnxUxecB/aurg7FmPsrB2YzBF5+Vug
n5G7FNdzgvrEwO9eaq2N9XA53zdLZU2i8xrajcDl5oH18oB+nn1fwSsuhvp8MADN
J3yzAQfYxY35+uOyAQJBAPnlM5sJDEDN7pRAg72iEk5gA6VjYBl6drZLT2vVA3IV
+gD9cIKKs158odB2DXvuuq9zZhLcNQjOB6Pyxch6r10CQQDp76iHBG3CTJ6QCinJ
ZkuOSqn8qXezLcqB0/zCXK8vl7O2Dv8PMaaf/gylXc7qoZKU80HMzVzAi6zuN6Vl
xTeBAkBJOr5dr1AU6YQBk8pHVugwaXiIDdAKh1WkY/tZKSoCU6hYg+xlhMm9ZZ5x
nTakW7f/VDzUSA2Oj/mzNKB6+GDNAkAyEAinxEnc39q7BoHEyPB4ZgAUwwuLu8vv
lrcrvPv8mmFqH7FzxfNbn9mC9h1W1vbwi1JUispDpmB+pkfuDJOBAkAhdcJLjy76
Os0EYQTgGv3H8ivqNLWKO/NX+uGMCyQ4v2Drh+8hFC3duyO0u/wTlF9sU05VVbmm
/+8kh9mubXya
-----END PRIVATE KEY-----
`

/** A certificate with an Ed25519 key. Made for tests; it guards nothing. */
export const edCertificate = `-----BEGIN CERTIFICATE-----
MIIBMDCB46ADAgECAhQylAz9z+TrneGrX+6jWG+c4FPW8zAFBgMrZXAwDTELMAkG
A1UEAwwCZWQwIBcNMjYxMTE1MTUyNzMwWhgPMjEyNjEwMjIxNTI3MzBaMA0xCzAJ
BgNVBAMMAmVkMCowBQYDK2VwAyEAX5H2i+egLg1mK2WdeLpIi5iMIcZEudMsvq81
yrAxEJGjUzBRMB0GA1UdDgQWBBQ6dlx9IqvfeuCqzW024Krl17Dh1jAfBgNVHSME
GDAWgBQ6dlx9IqvfeuCqzW024Krl17Dh1jAPBgNVHRMBAf8EBTADAQH/MAUGAytl
cANBAKMoun16Vi3x9AN+CEfqZuWKesLF4YJxcxeEwISEofyCt3H4Owb/RAo+G49l
ZHFLMSxOZ3O0c/BGv9ODQcLIOgc=
-----END CERTIFICATE-----
`

/** Its key. Made for tests; it guards nothing. */
export const edKey = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIB/Bzp49y9naATAjfEZ75ScbJeAj0SZ8qx8UmaHhDRUq
-----END PRIVATE KEY-----
`
