import { useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { chooseLanguage, findChosenLanguage, shownLanguage } from '../../i18n/choose-language.ts'
import { trpc } from '../../trpc.ts'
import { findConsent, forgetConsent, saveConsent } from '../consent/consent.ts'
import { isTellingConsent, reconcileConsent } from '../consent/reconcile-consent.ts'
import { useUpdateSettings } from './use-update-settings.ts'

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
