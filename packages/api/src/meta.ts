import type { Permission } from '@chuma/contract/admin/permissions'
import type { ErrorCode } from '@chuma/contract/errors'
import type { Refused } from '@chuma/contract/first-problem'
import type { Problem } from '@chuma/contract/problems'
import { requireStepUp } from '@chuma/core/auth/step-up/proof'
import type { Caller } from '@chuma/core/caller'
import type { Deps } from '@chuma/core/deps'
import type * as z from 'zod'

/** Fits a file of 20,000 rows with line ends escaped for JSON. */
export const LONG_BODY_BYTES = 4 * 1024 * 1024
/** Fits a statement of 5 MB, whose quotes JSON doubles. */
export const STATEMENT_BODY_BYTES = 8 * 1024 * 1024

/** Fits a partner's report of 100,000 rows, whose line ends JSON doubles. */
export const REPORT_BODY_BYTES = 20 * 1024 * 1024

/**
 * What a call of staff can do with a stolen token. `critical`: it changes who may do what, what money is worth, or where it
 * goes; the caller's session has to have given a proof minutes ago. `sensitive`: it moves one member's money or rights.
 * `routine`: the rest, and what SPEC.md says is called with body and token alone.
 */
export type Risk = 'routine' | 'sensitive' | 'critical'

/** What a procedure declares besides its input and output. */
export type Meta = {
  access?: Access
  /** Every mutation of staff has one. */
  risk?: Risk
  /** Instead of a proof minutes ago: `input` carries one, such as the password; `key`: an API key is enough. */
  provedBy?: 'input' | 'key'
  /** Its REST address, or two where the specification has two. */
  rest?: Rest | readonly Rest[]
  /** Of a client's calls: also by a link to one survey. It reads about that survey alone, and no price. */
  opensByLink?: true
  /** Answers numbers and accounts unmasked, and audits that. */
  showsPayoutDetails?: true
  /** The maximum body in bytes, for uploaded files. */
  bodyLimit?: number
  /** The sentence for a refused input: the rule that it breaks first. Without one it is that of the first refused field. */
  explain?: (deps: Deps, refused: Refused) => Problem | undefined | Promise<Problem | undefined>
}

type Declared = { risk?: Meta['risk'] | undefined; provedBy?: Meta['provedBy'] | undefined }

/** Refuse a critical call whose session gave no proof minutes ago. Throws like `requireStepUp`. */
export function guardRisk(caller: Caller, { risk, provedBy }: Declared = {}): void {
  if (risk !== 'critical' || provedBy === 'input') return
  if (provedBy === 'key' && caller.apiKey) return
  requireStepUp(caller)
}

/** Who may call it. Default: everyone. */
export type Access = {
  side: 'member' | 'staff' | 'client'
  permission?: Permission
  /** Throws for everyone else. */
  admit: (caller: Caller) => unknown
}

export type Rest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`. Parameters are fields of the input. */
  path: `/${string}`
  summary: string
  description?: string
  /** The status of a successful call; 200 unless it creates something. */
  status?: 201
  /** In addition to the errors that access, input and limits imply. */
  errors?: readonly ErrorCode[]
  /** Path parameters whose input field has another name. */
  params?: Readonly<Record<string, string>>
  /** Input fields that this address implies without a parameter. */
  fixed?: Readonly<Record<string, unknown>>
  /** The body may repeat a path parameter, which is ignored there (SPEC §7). */
  repeatsParams?: true
  /** Downloaded as a file of this name; `:month` is a field of the input or the answer. */
  file?: string
  /** Of a JSON file that the procedure answers as text: one of its rows. */
  fileRow?: z.ZodType
  /** Fields of the documented examples where a value made from the schema would say too little. */
  example?: { body?: object; answer?: object }
  /** Errors are plain text (SPEC §7). */
  hasTextErrors?: true
}

type Address = Pick<Rest, 'method' | 'path' | 'summary'>

/** Declare a REST address: `route('GET /admin/surveys', 'Survey offers, newest first')`. */
export function route(
  address: `${Rest['method']} ${Rest['path']}`,
  summary: string,
  more: Omit<Rest, keyof Address> = {},
): Rest {
  const [method, path] = address.split(' ') as [Rest['method'], Rest['path']]
  return { method, path, summary, ...more }
}
