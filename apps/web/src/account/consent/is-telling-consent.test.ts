import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { getMutationKey } from '@trpc/react-query'
import { expect, test } from 'vitest'
import { trpc } from '../../trpc.ts'
import { isTellingConsent } from '../settings/account-choices.tsx'

/** A change of settings that the server has not answered yet. */
function tell(queryClient: QueryClient, change: object) {
  let answer = () => {}
  let refuse = () => {}
  const answered = new Promise<void>((resolve, reject) => {
    answer = resolve
    refuse = () => reject(new Error('refused'))
  })
  const observer = new MutationObserver(queryClient, {
    mutationKey: getMutationKey(trpc.account.updateSettings),
    mutationFn: (_change: object) => answered,
  })
  const told = observer.mutate(change).catch(() => undefined)
  return { answer, refuse, told }
}

test('an answer about analytics is on its way until the account has stored or refused it', async () => {
  const queryClient = new QueryClient()
  expect(isTellingConsent(queryClient)).toBe(false)
  for (const end of ['answer', 'refuse'] as const) {
    const change = tell(queryClient, { analyticsConsent: false })
    expect(isTellingConsent(queryClient)).toBe(true)
    change[end]()
    await change.told
    expect(isTellingConsent(queryClient)).toBe(false)
  }
})

test('another setting that is being saved is not an answer about analytics', async () => {
  const queryClient = new QueryClient()
  const change = tell(queryClient, { theme: 'dark' })
  expect(isTellingConsent(queryClient)).toBe(false)
  change.answer()
  await change.told
})
