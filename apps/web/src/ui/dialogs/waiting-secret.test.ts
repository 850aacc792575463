import { TRPCClientError } from '@trpc/client'
import { expect, test, vi } from 'vitest'
import { followCloseDialogs, showPending } from './waiting-secret.ts'

const refuse = (appCode: string) =>
  new TRPCClientError('Sent', { result: { error: { data: { appCode, secret: 'embe' } } } as never })

test('a change that waits for a second person closes the dialogs that are open, and no other refusal does', () => {
  const [open, closed] = [vi.fn(), vi.fn()]
  followCloseDialogs(open)
  followCloseDialogs(closed)()
  expect(showPending(refuse('FORBIDDEN'))).toBe(false)
  expect(open).not.toHaveBeenCalled()
  expect(showPending(refuse('APPROVAL_PENDING'))).toBe(true)
  expect(open).toHaveBeenCalledOnce()
  expect(closed).not.toHaveBeenCalled()
})
