import type { AdminQuizQuestion } from '@chuma/contract/tasks/admin-quiz'
import { Button, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import classes from '../../admin/list.module.css'
import { ActiveBadge } from '../../admin/lists.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx'
import { formatPoints } from '../../ui/figures/amount.tsx'
import { inHundredths } from '../in-hundredths.ts'

/** `onEdit`: only for staff who may change it. */
type Props = { question: AdminQuizQuestion; onEdit?: () => void }

export function QuestionRow({ question, onEdit }: Props) {
  const t = useT()
  const [isRetiring, retiring] = useDisclosure(false)
  const { switchOn, retire, isPending } = useManageQuestions(retiring.close)
  const { correctAnswer, isActive, answeredCount, successPercent } = question
  const name = (action: string) => t('catalogue.for', { action, name: question.question })
  const toggle = t(isActive ? 'catalogue.deactivate' : 'catalogue.activate')
  return (
    <li className={classes.row} data-aside>
      <div>
        <p className={classes.name}>
          {question.question} <ActiveBadge isActive={isActive} />
        </p>
        <ul className={classes.options}>
          {OPTION_FIELDS.map(({ letter, field }) => (
            <li key={letter} data-right={letter === correctAnswer || undefined}>
              <span>
                {letter}. {question[field]}
              </span>
              {letter === correctAnswer && (
                <>
                  <IconCheck aria-hidden size={16} />
                  <VisuallyHidden>{t('quizzesTab.right')}</VisuallyHidden>
                </>
              )}
            </li>
          ))}
        </ul>
        <p className={classes.note}>
          {formatPoints(t, question.points)} ·{' '}
          {successPercent === null
            ? t('quizzesTab.never')
            : t('quizzesTab.use', { count: answeredCount, percent: inHundredths(successPercent) })}
        </p>
      </div>
      {onEdit && (
        <div className={classes.tight}>
          <Button variant="default" aria-label={name(t('catalogue.edit'))} onClick={onEdit}>
            {t('catalogue.edit')}
          </Button>
          <Button
            variant="default"
            aria-label={name(toggle)}
            disabled={isPending}
            onClick={() => switchOn(question, !isActive)}
          >
            {toggle}
          </Button>
          <Button
            variant="subtle"
            color="red"
            aria-label={name(t('catalogue.retire'))}
            onClick={retiring.open}
          >
            {t('catalogue.retire')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        title={t('quizzesTab.retireTitle')}
        text={t('quizzesTab.retireText', { question: question.question })}
        action={t('catalogue.retire')}
        opened={isRetiring}
        isPending={isPending}
        onConfirm={() => retire(question)}
        onClose={retiring.close}
      />
    </li>
  )
}

/** Switch a question on or off, or retire it, based on the version on this screen. */
function useManageQuestions(onDone: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  // Also after a refusal: someone else changed it first, so this list is out of date.
  const onEnd = () => {
    onDone()
    void utils.admin.getGames.invalidate()
    return utils.admin.listQuizQuestions.invalidate()
  }
  const updating = useAction(trpc.admin.updateQuizQuestion, { done: t('catalogue.saved'), onEnd })
  const retiring = useAction(trpc.admin.retireQuizQuestion, { done: t('catalogue.retired'), onEnd })
  return {
    switchOn: (row: AdminQuizQuestion, isActive: boolean) => {
      const { id, version, question, optionA, optionB, optionC, optionD, correctAnswer } = row
      if (!correctAnswer) return
      updating.run({ id, version, question, optionA, optionB, optionC, optionD, correctAnswer, isActive })
    },
    retire: ({ id, version }: AdminQuizQuestion) => retiring.run({ id, version }),
    isPending: updating.isPending || retiring.isPending,
  }
}

/** The four options of a question, by letter. */
export const OPTION_FIELDS = [
  { letter: 'A', field: 'optionA' },
  { letter: 'B', field: 'optionB' },
  { letter: 'C', field: 'optionC' },
  { letter: 'D', field: 'optionD' },
] as const
