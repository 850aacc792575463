import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

/** Leave a survey that cannot continue and say why. Going to the log-in page is part of handling every 401. */
export function useLeaveSurvey() {
  const t = useT()
  const navigate = useNavigate()
  return (reason: 'signed-out' | 'not-found') => {
    if (reason === 'signed-out') {
      showToast({
        kind: 'error',
        title: t('survey.sessionTitle'),
        message: t('survey.sessionText'),
        winsForMs: 500,
      })
      return
    }
    showToast({ kind: 'error', title: t('survey.notFound'), message: t('survey.notFoundText') })
    void navigate({ to: '/surveys', replace: true })
  }
}
