import { errorTable } from '@chuma/contract/errors'
import type { Access } from '../access/access.ts'
import { expectedRefusal } from '../access/expected-answer.ts'
import type { FuzzCaller } from './fuzz-callers.ts'

export type Heard = {
  door: string
  access: Access
  caller: FuzzCaller
  status: number
  /** The response, byte for byte. */
  text: string
  /** The error code, if it is an error. */
  code: unknown
  /** Everything that was sent. */
  sent: string
}

/** What a response must never contain, for any caller. */
const INSIDES: [name: string, pattern: RegExp][] = [
  ['a hash', /\$argon2|pass_?word_?hash|token_?hash|code_?hash/i],
  [
    'SQL',
    /\bselect "|insert into "|" = \$\d|returning "|syntax error at|violates [a-z-]+ constraint|invalid input syntax/i,
  ],
  [
    'the database',
    /relation "|column "|invalid byte sequence|out of range for type|PostgresError|DatabaseError|pgboss\./i,
  ],
  [
    'a validator’s words',
    /Invalid (input|option|string|value|key|element|email address|UUID|URL|ISO)\b|expected \w+, received|Too (small|big): expected|Unrecognized key/,
  ],
  ['a stack', /\n\s+at |node_modules|\.[tj]s:\d+|file:\/\/\/(?!etc)/],
  ['a path of our machines', /\/(work|home|root|app|usr|tmp)\/[\w.-]+\//],
  [
    'a bug’s message',
    /Cannot (read|set) propert|is not a function|is not iterable|circular structure|undefined \(/,
  ],
]

/** Doors that hand out a token or a secret, once, to its owner. */
const GIVE_TOKENS =
  /log-?in$|signup$|restore|redeem|reset|password$|changePassword$|sign-in-link|api-?key|second-?factor|recovery|demo/i
const TOKEN = /"[ualk]_[\w-]{60,}"/
/** A member reads the right answers after submitting their own. */
const RIGHT_ANSWER = /correct_?answer"+ *: *"/i
const OWN_ANSWER = /"yourAnswer":"|"results":/

const isStaff = ({ who }: FuzzCaller) =>
  who.kind === 'staff' || who.kind === 'key' || (who.kind === 'member' && who.role !== null)

/** List what is wrong with a response; empty when nothing is. `secrets` are members' data, for staff only. */
export function findFaults(heard: Heard, secrets: readonly string[]): string[] {
  const { door, caller, status, text, code, sent } = heard
  const faults: string[] = []
  if (status >= 500) faults.push(`${status}`)
  for (const [name, pattern] of INSIDES) {
    const found = pattern.exec(text)?.[0]
    if (found && !sent.includes(found)) faults.push(`it tells ${name}: ${found}`)
  }
  if (TOKEN.test(text) && !GIVE_TOKENS.test(door)) faults.push('it reveals a token')
  if (!isStaff(caller)) {
    if (RIGHT_ANSWER.test(text) && !OWN_ANSWER.test(text)) faults.push('it reveals the right answers')
    const told = secrets.find((secret) => text.includes(secret) && !sent.includes(secret))
    if (told) faults.push(`it reveals another member’s data: ${told}`)
  }
  if (status < 300) faults.push(...findOpenDoor(heard))
  else if (status >= 400) faults.push(...findStrangeError(status, code))
  return faults
}

function findOpenDoor({ access, caller }: Heard): string[] {
  const refusal = expectedRefusal(access, caller.who)
  return refusal ? [`it lets in a caller who should get ${refusal}`] : []
}

function findStrangeError(status: number, code: unknown): string[] {
  // Plain text: one call of SPEC §7, and what providers and partners read.
  if (code === undefined) return []
  if (status >= 500) return []
  const expected = (errorTable as Record<string, { status: number }>)[String(code)]?.status
  return expected === status ? [] : [`${status} is not the status of ${String(code)}`]
}
