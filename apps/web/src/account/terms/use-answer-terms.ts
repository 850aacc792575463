import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

/** Record what the member answered about the terms; the page then shows what the server stored. */
export function useAnswerTerms() {
  const t = useT()
  const utils = trpc.useUtils()
  return trpc.account.answerTerms.useMutation({
    onSuccess: (terms) =>
      utils.account.getSettings.setData(undefined, (current) => current && { ...current, terms }),
    onError: (error) => {
      // An expired session is handled elsewhere: the member is told and sent to the log-in page.
      if (isApiError(error) && error.data?.httpStatus === 401) return
      const message = serverMessage(error, t('settings.failed'))
      showToast({ kind: 'error', title: t('settings.failedTitle'), message })
    },
  })
}
