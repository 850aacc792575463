import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import { ActionIcon, Button } from '@mantine/core'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { type DragHandleProps, DragList } from '../questions/drag-list.tsx'
import { QuestionHead } from '../questions/question-head.tsx'
import {
  addQuestion,
  changeQuestion,
  duplicateQuestion,
  findStep,
  moveQuestion,
  numberOf,
  type Place,
  removeQuestion,
} from './edit-questionnaire.ts'
import { QuestionPanel } from './question-panel.tsx'
import classes from './questionnaire.module.css'

export type ListProps = {
  questionnaire: Questionnaire
  onChange: (questionnaire: Questionnaire) => void
  /** The id of the question that is open. */
  openId: number | null
  onOpen: (id: number | null) => void
}

/** The questions of a section: opened, moved by mouse, touch or keyboard, copied and removed. */
export function QuestionList({ section, ...list }: ListProps & { section: number }) {
  const t = useT()
  const { questionnaire, onChange, openId, onOpen } = list
  const questions = questionnaire.sections[section]?.questions ?? []
  const cards = questions.map(({ id, words }) => ({
    key: String(id),
    title: words.en || t('questions.untitled'),
  }))
  return (
    <>
      <DragList id={String(section)} cards={cards}>
        {(index, handle) => {
          const question = questions[index]
          const place = { section, question: index }
          return (
            question && (
              <>
                <ListedQuestion {...list} {...{ place, handle, question }} />
                {openId === question.id && (
                  <QuestionPanel
                    {...{ questionnaire, question, place }}
                    onChange={(changed) => onChange(changeQuestion(questionnaire, place, changed))}
                  />
                )}
              </>
            )
          )
        }}
      </DragList>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus aria-hidden size={20} />}
          aria-label={t('questionnaire.addQuestionTo', { number: section + 1 })}
          onClick={() => {
            const changed = addQuestion(questionnaire, section)
            onChange(changed)
            onOpen(changed.sections[section]?.questions.at(-1)?.id ?? null)
          }}
        >
          {t('questions.add')}
        </Button>
      </div>
    </>
  )
}

type ListedProps = ListProps & { place: Place; handle: DragHandleProps; question: Question }

function ListedQuestion({ questionnaire, onChange, openId, onOpen, place, handle, question }: ListedProps) {
  const t = useT()
  const number = numberOf(questionnaire, place)
  const stepTo = (by: -1 | 1) => {
    const to = findStep(questionnaire, place, by)
    return to && (() => onChange(moveQuestion(questionnaire, place, to)))
  }
  const isOpen = openId === question.id
  return (
    <QuestionHead
      {...{ number, handle }}
      onUp={stepTo(-1)}
      onDown={stepTo(1)}
      onRemove={() => onChange(removeQuestion(questionnaire, place))}
      more={
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t('questionnaire.duplicate', { number })}
          onClick={() => onChange(duplicateQuestion(questionnaire, place))}
        >
          <IconCopy aria-hidden size={20} />
        </ActionIcon>
      }
    >
      <button
        type="button"
        className={classes.title}
        aria-expanded={isOpen}
        onClick={() => onOpen(isOpen ? null : question.id)}
      >
        {number}. {question.words.en || t('questions.untitled')}
      </button>
    </QuestionHead>
  )
}
