/**
 * The English words, endings and acronyms by which upstream forms the plural of a kind.
 * Source: gobuffalo/flect v1.0.3 (MIT), which Cluster API pins; kept whole because messages must match to the byte.
 */

/** An irregular word. */
export interface IrregularWord {
  readonly singular: string
  readonly plural: string
  /** A second plural that is recognised as one. */
  readonly alternative: string | undefined
  /** Only as the whole word, never as the end of a longer one. */
  readonly wholeWord: boolean
  /** The plural is not recognised as one when it is met. */
  readonly oneWay: boolean
}

/** An ending and what becomes of it. */
export interface Ending {
  readonly singular: string
  readonly plural: string
}

// singular>plural|alternative, with ! for whole words and ~ for one-way ones
const words = `
aircraft>aircraft beef>beef|beefs bison>bison blues>blues~ chassis>chassis deer>deer fish>fish|fishes
moose>moose police>police salmon>salmon|salmons series>series sheep>sheep shrimp>shrimp|shrimps
species>species swine>swine|swines trout>trout|trouts tuna>tuna|tunas you>you child>children ox>oxen!
foot>feet goose>geese man>men human>humans louse>lice! mouse>mice tooth>teeth woman>women die>dice!
person>people adieu>adieux|adieus fabliau>fabliaux bureau>bureaus|bureaux criterion>criteria
ganglion>ganglia|ganglions lexicon>lexica|lexicons mitochondrion>mitochondria|mitochondrions
noumenon>noumena phenomenon>phenomena taxon>taxa media>media medium>media|mediums~
stadium>stadiums|stadia aquarium>aquaria|aquariums auditorium>auditoria|auditoriums
symposium>symposia|symposiums curriculum>curriculums|curricula quota>quotas alumnus>alumni|alumnuses
bacillus>bacilli cactus>cacti|cactuses coccus>cocci focus>foci|focuses locus>loci|locuses
nucleus>nuclei|nucleuses octopus>octupuses|octopi radius>radii|radiuses syllabus>syllabi
corpus>corpora|corpuses genus>genera alumna>alumnae vertebra>vertebrae differentia>differentiae
minutia>minutiae vita>vitae larva>larvae postcava>postcavae praecava>praecavae uva>uvae
apex>apices|apexes codex>codices|codexes index>indices|indexes latex>latices|latexes
vertex>vertices|vertexes vortex>vortices|vortexes appendix>appendices|appendixes radix>radices|radixes
helix>helices|helixes axis>axes! crisis>crises ellipsis>ellipses~ genesis>geneses oasis>oases
thesis>theses testis>testes base>bases basis>bases~ alias>aliases! vedalia>vedalias use>uses!
abuse>abuses cause>causes clause>clauses cruse>cruses excuse>excuses fuse>fuses house>houses
misuse>misuses muse>muses pause>pauses ache>aches topaz>topazes buffalo>buffaloes|buffalos
potato>potatoes tomato>tomatoes equipment>equipment information>information jeans>jeans money>money
news>news rice>rice dwarf>dwarfs|dwarves hoof>hoofs|hooves thief>thieves chive>chives hive>hives
move>moves movie>movies cookie>cookies pretorium>pretoriums agenda>agendas formula>formulas|formulae
shoe>shoes toe>toes! graffiti>graffiti ID>IDs!
`

// singular>plural, the first that fits counts
const endingTable = `
tive>tives eaf>eaves oaf>oaves afe>aves arf>arves rfe>rves rf>rves lf>lves fe>ves ay>ays ey>eys oy>oys
quy>quies uy>uys y>ies eau>eaux bula>bulae dula>bulae lula>bulae nula>bulae vula>bulae hedron>hedra
ium>ia seum>seums eum>ea oum>oa stracum>straca dum>da elum>ela ilum>ila olum>ola ulum>ula llum>lla
ylum>yla imum>ima ernum>erna gnum>gna brum>bra crum>cra terum>tera serum>sera trum>tra antum>anta
atum>ata entum>enta etum>eta itum>ita otum>ota utum>uta ctum>cta ovum>ova trix>trices iasis>iases
mesis>meses kinesis>kineses resis>reses gnosis>gnoses opsis>opses ysis>yses ouse>ouses lause>lauses
us>uses ch>ches io>ios sh>shes ss>sses ez>ezzes iz>izzes tz>tzes zz>zzes ano>anos lo>los to>tos oo>oos
o>oes x>xes S>Ses
`

const acronymTable = `
OK UTF8 HTML JSON JWT ID UUID SQL ACK ACL ADSL AES ANSI API ARP ATM BGP BSS CCITT CHAP CIDR CIR CLI CPE
CPU CRC CRT CSMA CMOS DCE DEC DES DHCP DNS DRAM DSL DSLAM DTE DMI EHA EIA EIGRP EOF ESS FCC FCS FDDI FTP
GBIC GEPOF HDLC HTTP HTTPS IANA ICMP IDF IDS IEEE IETF IMAP IP IPS ISDN ISP LACP LAN LAPB LAPF LLC MAC
MC MDF MIB MPLS MTU NAC NAT NBMA NIC NRZ NRZI NVRAM OSI OSPF OUI PAP PAT PC PIM PCM PDU POP3 POTS PPP
PPTP PTT PVST RAM RARP RFC RIP RLL ROM RSTP RTP RCP SDLC SFD SFP SLARP SLIP SMTP SNA SNAP SNMP SOF SRAM
SSH SSID STP SYN TDM TFTP TIA TOFU UDP URL URI USB UTP VC VLAN VLSM VPN W3C WAN WEP WPA WWW
`

/** Irregular words in the order of the table. */
export const irregularWords: readonly IrregularWord[] = tokens(words).map((entry) => {
  const [, singular = '', plural = '', alternative, mark] =
    /^(\w+)>(\w+)(?:\|(\w+))?([!~])?$/.exec(entry) ?? []
  return { singular, plural, alternative, wholeWord: mark === '!', oneWay: mark === '~' }
})

/** Regular endings, the most particular first. */
export const endings: readonly Ending[] = tokens(endingTable).map((entry) => {
  const [singular = '', plural = ''] = entry.split('>')
  return { singular, plural }
})

/** Words that are written in capitals. */
export const acronyms: ReadonlySet<string> = new Set(tokens(acronymTable))

function tokens(table: string): string[] {
  return table.trim().split(/\s+/)
}
