/** Users besides the administrator that both servers know, for stories about permissions. */
export const users = [
  { token: 'token-of-reader', user: 'reader', groups: ['readers'] },
  { token: 'token-of-stranger', user: 'stranger', groups: ['strangers'] },
] as const
