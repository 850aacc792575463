import { Readable } from 'node:stream'
import type { Caller } from '@chuma/core/caller'
import type { Deps } from '@chuma/core/deps'
import * as z from 'zod'

type Piece = string | Uint8Array<ArrayBuffer>
export type FileAnswer = string | AsyncIterable<Piece>

/** Callers of tRPC get text, or bytes in base64. Only REST, which knows no types, gets them in pieces (`answerFile`). */
export const fileText = z
  .any()
  .refine((given) => typeof given === 'string' || given instanceof Readable)
  .meta({ type: 'string' }) as unknown as z.ZodType<string, FileAnswer>

export type Context = {
  deps: Deps
  caller: Caller
  /** Identify the caller again: a stream can outlive a session. */
  identify: () => Promise<Caller>
  /** Aborted when the process stops, which ends streams. */
  closing: AbortSignal
  /** The call came over REST, where programs pay from what they read. Pages show payout details one at a time. */
  isRest?: true
  /** For a stream: how long ago the page began to read what it shows. */
  readMsAgo: number | undefined
  /** The request's `Idempotency-Key`, unchanged. */
  idempotencyKey: string | undefined
  /** Runs a call when it is this caller's turn. */
  takeTurn: <T>(caller: Caller, type: 'query' | 'mutation', work: () => Promise<T>) => Promise<T>
  /** Called after every call. */
  observe: ((call: { procedure: string; outcome: string; seconds: number }) => void) | undefined
  /** Runs a procedure in a tracing span of its request. */
  inSpan: (<T>(procedure: string, work: () => Promise<T>) => Promise<T>) | undefined
  /** Answers a file that is written in pieces: REST sends each as it comes, tRPC all of them together. */
  answerFile: (pieces: AsyncIterable<Piece> | Iterable<Piece>) => Promise<FileAnswer>
  /** Demo mode only: the log-in that /admin-login shows. */
  demoLogin: { username: string; password: string } | null
}
