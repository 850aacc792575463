import type { AdminQuizQuestion, QuizQuestionForm } from '@chuma/contract/tasks/admin-quiz'
import { NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ChangedMeanwhile } from '../../admin/changed-meanwhile.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { OPTION_FIELDS } from './option-fields.ts'
import { useSaveQuestion } from './use-save-question.ts'

const EMPTY: QuizQuestionForm = {
  question: '',
  optionA: '',
  optionB: '',
  optionC: '',
  optionD: '',
  correctAnswer: OPTION_FIELDS[0].letter,
  isActive: true,
}
const TEXTS = ['question', 'optionA', 'optionB', 'optionC', 'optionD'] as const

/** If absent, a new question. */
type Props = { question: AdminQuizQuestion | undefined; onClose: () => void }

export function QuestionDialog({ question, onClose }: Props) {
  const t = useT()
  const form = useForm<QuizQuestionForm>({
    initialValues: question ? pickForm(question) : EMPTY,
    validate: (values) =>
      Object.fromEntries(
        TEXTS.filter((field) => !values[field].trim()).map((field) => [field, t('staff.required')]),
      ),
  })
  const { save, meanwhile, isPending } = useSaveQuestion({ question, form, onClose })
  return (
    <Dialog opened onClose={onClose} title={t(question ? 'quizzesTab.editTitle' : 'quizzesTab.new')}>
      <form onSubmit={form.onSubmit(save, focusFirstError(form))} noValidate>
        <Stack>
          {meanwhile && <ChangedMeanwhile changes={meanwhile.changes} />}
          <Textarea
            label={t('quizzesTab.question')}
            maxLength={500}
            rows={2}
            data-autofocus
            {...form.getInputProps('question')}
          />
          {OPTION_FIELDS.map(({ letter, field }) => (
            <TextInput
              key={letter}
              label={t('quizzesTab.option', { letter })}
              maxLength={200}
              {...form.getInputProps(field)}
            />
          ))}
          <NativeSelect
            label={t('quizzesTab.correct')}
            data={OPTION_FIELDS.map(({ letter }) => letter)}
            {...form.getInputProps('correctAnswer')}
          />
          <Switch
            size="md"
            label={t('catalogue.isActive')}
            description={t('catalogue.isActiveHint')}
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
          <DialogButtons
            action={t('catalogue.save')}
            isPending={isPending}
            isDisabled={meanwhile?.changes === null}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

function pickForm(question: AdminQuizQuestion): QuizQuestionForm {
  const { optionA, optionB, optionC, optionD, isActive } = question
  const { correctAnswer = OPTION_FIELDS[0].letter } = question
  return { question: question.question, optionA, optionB, optionC, optionD, correctAnswer, isActive }
}
