import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

/** The specification's pause between the partner's tab and the way home. */
const REDIRECT_DELAY_MS = 1000

/** Goes home a moment after the partner's page was opened, and says who confirms the survey. */
export function useGoHome(isOpened: boolean): void {
  const t = useT()
  const navigate = useNavigate()
  useEffect(() => {
    if (!isOpened) return
    const timer = setTimeout(() => {
      showToast({ title: t('surveyForm.openedTitle'), message: t('surveyForm.confirms') })
      void navigate({ to: '/', replace: true })
    }, REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isOpened, navigate, t])
}
