import type { Settings, UpdateSettingsInput } from '@chuma/contract/account/account'
import { useMantineColorScheme } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getMutationKey } from '@trpc/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useIsHydrated } from '../../app/take-over.ts'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { chooseLanguage, findChosenLanguage, loadMessages, shownLanguage } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { type Consent, findConsent, forgetConsent, saveConsent } from '../consent/consent.ts'
import { PrivacyNotice } from '../consent/privacy-notice.tsx'

/** Mantine's own storage key for the chosen theme. */
const DEVICE_THEME = 'mantine-color-scheme-value'

/**
 * Apply what a member chose on another device: language, theme and the answer about analytics. A separate component, so
 * that its updates re-render nothing else.
 */
export function AccountChoices(): null {
  const isMember = useCurrentUser().status === 'member'
  const settings = trpc.account.getSettings.useQuery(undefined, { enabled: isMember }).data
  const { setColorScheme } = useMantineColorScheme()
  const queryClient = useQueryClient()
  const { mutate: tellAccount } = useUpdateSettings({ onFailed: ignore })

  const theme = settings?.theme
  useEffect(() => {
    // A choice made on this device stays.
    if (theme && localStorage.getItem(DEVICE_THEME) === null) setColorScheme(theme)
  }, [theme, setColorScheme])

  const language = settings?.language
  useEffect(() => {
    // Mails and server messages use the account's language, and one page must not mix two.
    if (language && language !== shownLanguage()) chooseLanguage(language).catch(ignore)
    const chosen = findChosenLanguage()
    if (language === null && chosen) tellAccount({ language: chosen })
  }, [language, tellAccount])

  const accountConsent = settings?.analyticsConsent
  useEffect(() => {
    if (accountConsent === undefined) return
    const step = reconcileConsent(findConsent(), accountConsent)
    if (step.kind === 'keep') saveConsent(step.consent)
    // An answer that is being saved is newer than the one the account sent.
    if (step.kind === 'forget' && !isTellingConsent(queryClient)) forgetConsent()
    if (step.kind === 'tell') tellAccount({ analyticsConsent: step.isGiven })
  }, [accountConsent, tellAccount, queryClient])

  return null
}

/** The member did not ask for this save, so a failure is not shown; the next visit tries again. */
function ignore() {}

type Step =
  | { kind: 'none' }
  | { kind: 'keep'; consent: Consent }
  | { kind: 'tell'; isGiven: boolean }
  | { kind: 'forget' }

/**
 * Compute what makes the answers in this browser and in the member's account equal. The account's answer wins. If it
 * has none, it takes over a visitor's answer given here, but never another member's: consent is personal, and many
 * people share a device.
 */
export function reconcileConsent(device: Consent | null, account: boolean | null): Step {
  if (account !== null) {
    const isEqual = device?.isGiven === account && device.isFromAccount
    return isEqual ? { kind: 'none' } : { kind: 'keep', consent: { isGiven: account, isFromAccount: true } }
  }
  if (device === null) return { kind: 'none' }
  return device.isFromAccount ? { kind: 'forget' } : { kind: 'tell', isGiven: device.isGiven }
}

/** Whether a member's answer about analytics is being saved to their account. */
export function isTellingConsent(queryClient: QueryClient): boolean {
  const mutationKey = getMutationKey(trpc.account.updateSettings)
  return (
    queryClient.isMutating({ mutationKey, predicate: ({ state }) => isAboutConsent(state.variables) }) > 0
  )
}

function isAboutConsent(change: unknown): boolean {
  return typeof change === 'object' && change !== null && 'analyticsConsent' in change
}

/** Save a setting. The new value shows at once and is reverted if saving fails. */
export function useUpdateSettings({ onFailed }: { onFailed?: (error: unknown) => void } = {}) {
  const utils = trpc.useUtils()
  const queryClient = useQueryClient()
  const mutationKey = getMutationKey(trpc.account.updateSettings)
  const showFailure = useShowFailure()
  const patch = (change: Partial<Settings>) =>
    utils.account.getSettings.setData(undefined, (current) => current && { ...current, ...change })

  return trpc.account.updateSettings.useMutation({
    // One at a time, so that the last choice wins.
    scope: { id: 'settings' },
    onMutate: async (change) => {
      await utils.account.getSettings.cancel()
      const before = utils.account.getSettings.getData()
      patch(givenIn(change))
      return { undo: before ? valuesBefore(before, change) : {} }
    },
    onError: (error, _change, context) => {
      patch(context?.undo ?? {})
      if (onFailed) onFailed(error)
      else showFailure(error)
    },
    // Refetch once no change is in flight. A fetch that is still running is cancelled: its data may predate the change,
    // and nothing would trigger another fetch after it.
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey }) !== 1) return
      await utils.account.getSettings.cancel()
      void utils.account.getSettings.invalidate()
    },
  })
}

function useShowFailure() {
  const t = useT()
  return (error: unknown) => {
    // An expired session is handled elsewhere: the member is told and sent to the log-in page.
    if (isApiError(error) && error.data?.httpStatus === 401) return
    const message = serverMessage(error, t('earn.offline'))
    showToast({ kind: 'error', title: t('word.notSaved'), message })
  }
}

function givenIn(change: UpdateSettingsInput): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

function valuesBefore(before: Settings, change: UpdateSettingsInput): Partial<Settings> {
  return Object.fromEntries(Object.entries(before).filter(([name]) => name in change))
}

// Seldom shown, and optional: if it fails to load, the page works without it.
const TermsNotice = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [{ TermsNotice }] = await Promise.all([import('../terms/terms-notice.tsx'), loadMessages('member')])
    return { default: TermsNotice }
  } catch {
    return { default: () => null }
  }
})

/**
 * The notice for members: the answer is saved to the account too, and members who answered on another device are not
 * asked again. Once it is answered, a new version of the terms is announced in its place. Signing in copied that answer to this browser, so a prerendered page does not wait for the account.
 */
export function MemberNotice() {
  const isKnown = useCurrentUser().status === 'member'
  const settings = trpc.account.getSettings.useQuery(undefined, { enabled: isKnown }).data
  const save = useSaveConsent()
  const [isPrerendered] = useState(!useIsHydrated())
  const isAsked = settings ? settings.analyticsConsent === null : isPrerendered
  if (isAsked) return <PrivacyNotice onAnswer={save} />
  if (!isKnown || !settings || settings.terms.seenAt !== null) return null
  return (
    <Suspense>
      <TermsNotice />
    </Suspense>
  )
}

/**
 * Save a member's answer about analytics in this browser at once and in their account; if the account refuses it, in
 * neither.
 */
export function useSaveConsent(): (isGiven: boolean) => void {
  const { mutate } = useUpdateSettings()
  return (isGiven) => {
    const before = findConsent()
    saveConsent({ isGiven, isFromAccount: true })
    mutate({ analyticsConsent: isGiven }, { onError: () => (before ? saveConsent(before) : forgetConsent()) })
  }
}
