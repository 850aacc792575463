export type OutgoingMail = { to: string; subject: string; text: string; html: string }

/** Takes one mail or throws; whoever calls decides whether to try again. */
export type Transport = { send: (mail: OutgoingMail) => Promise<unknown> }
