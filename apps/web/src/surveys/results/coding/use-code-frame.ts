import type { ChangeCategoryInput, CodeFrame } from '@chuma/contract/surveys/answers'
import { useT } from '../../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../../trpc.ts'
import { showToast } from '../../../ui/dialogs/show-toast.ts'

type Asked = { id: string; version?: number; questionId: number }

/** The categories of an open question, and how they and their answers change. */
export function useCodeFrame(asked: Asked) {
  const t = useT()
  const utils = trpc.useUtils()
  const frame = trpc.admin.getSurveyCategories.useQuery(asked, { enabled: asked.questionId > 0 })
  const settle = {
    onSuccess: (next: CodeFrame) => {
      utils.admin.getSurveyCategories.setData(asked, next)
      void utils.admin.listSurveyAnswers.invalidate({ id: asked.id })
      // A tab that counts them loads them when it is opened.
      void utils.admin.getSurveyResults.invalidate(undefined, { refetchType: 'none' })
    },
    onError: (error: unknown) =>
      showToast({
        kind: 'error',
        title: t('coding.failed'),
        message: serverMessage(error, t('state.failedText')),
      }),
  }
  const change = trpc.admin.changeSurveyCategory.useMutation(settle)
  const code = trpc.admin.codeSurveyAnswers.useMutation(settle)
  return {
    frame,
    isPending: change.isPending || code.isPending,
    change: (made: ChangeCategoryInput['change'], done?: () => void) =>
      change.mutate({ ...asked, change: made }, done && { onSuccess: done }),
    code: (respondents: string[], codes: { add?: number[]; remove?: number[] }) =>
      code.mutate({ ...asked, respondents, ...codes }),
  }
}

export type CodeFrameActions = ReturnType<typeof useCodeFrame>
