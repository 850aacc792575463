import { useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { chooseLanguage, findChosenLanguage, shownLanguage } from '../../i18n/choose-language.ts'
import { trpc } from '../../trpc.ts'
import { findConsent, forgetConsent, saveConsent } from '../consent/consent.ts'
import { isTellingConsent } from '../consent/is-telling-consent.ts'
import { reconcileConsent } from '../consent/reconcile-consent.ts'
import { useUpdateSettings } from './use-update-settings.ts'

/** Mantine's own key for the theme that was chosen here. */
const DEVICE_THEME = 'mantine-color-scheme-value'

/**
 * Brings what a member chose on another device to this one: his language, his theme, and his answer about analytics. A part of
 * its own, so that what it hears draws nothing else anew.
 */
export function AccountChoices(): null {
  const isMember = useCurrentUser().status === 'member'
  const settings = trpc.account.getSettings.useQuery(undefined, { enabled: isMember }).data
  const { setColorScheme } = useMantineColorScheme()
  const queryClient = useQueryClient()
  const { mutate: tellAccount } = useUpdateSettings({ onFailed: ignore })

  const theme = settings?.theme
  useEffect(() => {
    // What was chosen on this device suits this device.
    if (theme && localStorage.getItem(DEVICE_THEME) === null) setColorScheme(theme)
  }, [theme, setColorScheme])

  const language = settings?.language
  useEffect(() => {
    // His mails and what the server answers are in the account's language: one page speaks only one.
    if (language && language !== shownLanguage()) chooseLanguage(language).catch(ignore)
    const chosen = findChosenLanguage()
    if (language === null && chosen) tellAccount({ language: chosen })
  }, [language, tellAccount])

  const accountConsent = settings?.analyticsConsent
  useEffect(() => {
    if (accountConsent === undefined) return
    const step = reconcileConsent(findConsent(), accountConsent)
    if (step.kind === 'keep') saveConsent(step.consent)
    // An answer that is on its way there is newer than what came from there.
    if (step.kind === 'forget' && !isTellingConsent(queryClient)) forgetConsent()
    if (step.kind === 'tell') tellAccount({ analyticsConsent: step.isGiven })
  }, [accountConsent, tellAccount, queryClient])

  return null
}

/** Nobody asked for it just now; the next visit tries again. */
function ignore() {}
