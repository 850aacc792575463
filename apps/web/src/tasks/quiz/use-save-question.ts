import type { AdminQuizQuestion, QuizQuestionForm } from '@chuma/contract/tasks/admin-quiz'
import type { UseFormReturnType } from '@mantine/form'
import { useEdit } from '../../admin/use-edit.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { OPTION_FIELDS } from './option-fields.ts'

type Options = {
  question: AdminQuizQuestion | undefined
  form: UseFormReturnType<QuizQuestionForm>
  onClose: () => void
}

/** Add a question, or change the one that filled the form. */
export function useSaveQuestion({ question, form, onClose }: Options) {
  const t = useT()
  const utils = trpc.useUtils()
  const { version, meanwhile, handle } = useEdit({
    before: question,
    load: () =>
      utils.admin.getQuizQuestion
        .fetch({ id: question?.id ?? '' }, { staleTime: 0 })
        .catch((error: unknown) => {
          if (isApiError(error) && error.data?.appCode === 'NOT_FOUND') return undefined
          throw error
        }),
    compare: (before, now) => compare(t, before, now),
  })
  const callbacks = {
    onSuccess: () => {
      onClose()
      showToast({ kind: 'success', title: t('catalogue.saved') })
    },
    onError: (error: unknown) => (showFieldErrors(form, error) ? undefined : handle(error)),
    onSettled: () => {
      void utils.admin.getGames.invalidate()
      return utils.admin.listQuizQuestions.invalidate()
    },
  } as const
  const creating = trpc.admin.createQuizQuestion.useMutation(callbacks)
  const updating = trpc.admin.updateQuizQuestion.useMutation(callbacks)
  const save = (values: QuizQuestionForm) => {
    if (question && version !== undefined) updating.mutate({ ...values, id: question.id, version })
    else creating.mutate(values)
  }
  return { save, meanwhile, isPending: creating.isPending || updating.isPending }
}

function compare(t: Translate, before: AdminQuizQuestion, now: AdminQuizQuestion) {
  const fields = [
    { label: t('quizzesTab.question'), was: before.question, now: now.question },
    ...OPTION_FIELDS.map(({ letter, field }) => ({
      label: t('quizzesTab.option', { letter }),
      was: before[field],
      now: now[field],
    })),
    { label: t('quizzesTab.correct'), was: before.correctAnswer ?? '', now: now.correctAnswer ?? '' },
    { label: t('catalogue.state'), was: stateOf(t, before), now: stateOf(t, now) },
  ]
  return fields.filter((field) => field.was !== field.now)
}

const stateOf = (t: Translate, { isActive }: AdminQuizQuestion) =>
  t(isActive ? 'catalogue.active' : 'catalogue.inactive')
