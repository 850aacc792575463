/** A call that succeeds, with the token of who makes it. */
export type Change = { token?: string; input?: unknown }
export type Changes = Record<string, () => Promise<Change>>
/** The call of an owner who has nothing to do with what it is about. */
export type Boss = (input?: unknown) => Promise<Change>
