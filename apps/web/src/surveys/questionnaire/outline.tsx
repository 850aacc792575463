import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { Button } from '@mantine/core'
import { IconArrowsSplit2, IconFlag, IconPlus } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { addQuestion, addSection, moveQuestion, numberOf } from './edit-questionnaire.ts'
import { DragArea, DragHandle, DragList, type DragPlace } from './question-settings.tsx'
import classes from './questionnaire.module.css'

/** What is edited: a question, a section, or what concerns the whole questionnaire. */
export type Opened =
  | { kind: 'question'; id: number; isNew?: boolean }
  | { kind: 'section'; index: number }
  | { kind: 'whole' }

export type OutlineProps = {
  questionnaire: Questionnaire
  onChange: (questionnaire: Questionnaire) => void
  opened: Opened
  onOpen: (opened: Opened) => void
}

const toPlace = ({ list, index }: DragPlace) => ({ section: Number(list), question: index })

/** All sections and questions, with marks for conditions. Questions are dragged by their handle. */
export function Outline({ questionnaire, onChange, opened, onOpen }: OutlineProps) {
  const t = useT()
  const move = (from: DragPlace, to: DragPlace) =>
    onChange(moveQuestion(questionnaire, toPlace(from), toPlace(to)))
  const add = (index: number) => {
    const changed = addQuestion(questionnaire, index)
    onChange(changed)
    openLast(changed, index)
  }
  const openLast = ({ sections }: Questionnaire, index: number) => {
    const id = sections[index]?.questions.at(-1)?.id
    if (id !== undefined) onOpen({ kind: 'question', id, isNew: true })
  }
  return (
    <nav className={classes.outline} aria-label={t('questionnaire.outline')}>
      <DragArea onMove={move}>
        {questionnaire.sections.map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a code changes while it is typed
          <div key={index}>
            <div className={classes.entry}>
              <button
                type="button"
                className={classes.open}
                aria-current={(opened.kind === 'section' && opened.index === index) || undefined}
                onClick={() => onOpen({ kind: 'section', index })}
              >
                <strong>{section.title?.en || t('questionnaire.section', { number: index + 1 })}</strong>
                <Marks part={section} />
              </button>
            </div>
            <QuestionEntries {...{ questionnaire, opened, onOpen }} section={index} />
            <Button
              variant="subtle"
              size="sm"
              leftSection={<IconPlus aria-hidden size={18} />}
              aria-label={t('questionnaire.addQuestionTo', { number: index + 1 })}
              onClick={() => add(index)}
            >
              {t('questions.add')}
            </Button>
          </div>
        ))}
      </DragArea>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconPlus aria-hidden size={18} />}
        onClick={() => {
          const changed = addSection(questionnaire)
          onChange(changed)
          openLast(changed, changed.sections.length - 1)
        }}
      >
        {t('questionnaire.addSection')}
      </Button>
      <button
        type="button"
        className={classes.open}
        aria-current={opened.kind === 'whole' || undefined}
        onClick={() => onOpen({ kind: 'whole' })}
      >
        <strong>{t('questionnaire.whole')}</strong>
      </button>
    </nav>
  )
}

type EntriesProps = Omit<OutlineProps, 'onChange'> & { section: number }

function QuestionEntries({ questionnaire, section, opened, onOpen }: EntriesProps) {
  const t = useT()
  const questions = questionnaire.sections[section]?.questions ?? []
  const titleOf = (words: { en?: string }) => words.en || t('questions.untitled')
  return (
    <DragList
      id={String(section)}
      cards={questions.map(({ id, words }) => ({ key: String(id), title: titleOf(words) }))}
    >
      {(index, handle) => {
        const question = questions[index]
        if (!question) return null
        const number = numberOf(questionnaire, { section, question: index })
        return (
          <div className={classes.entry}>
            <DragHandle handle={handle} label={t('questions.move', { number })} />
            <button
              type="button"
              className={classes.open}
              aria-current={(opened.kind === 'question' && opened.id === question.id) || undefined}
              onClick={() => onOpen({ kind: 'question', id: question.id })}
            >
              <span>
                {number}. {titleOf(question.words)}
              </span>
              <Marks part={question} />
            </button>
          </div>
        )
      }}
    </DragList>
  )
}

/** Where the way through the survey depends on answers. */
function Marks({ part: { showIf, endIf } }: { part: { showIf?: unknown; endIf: readonly unknown[] } }) {
  const t = useT()
  return (
    <>
      {showIf !== undefined && (
        <IconArrowsSplit2 size={16} role="img" aria-label={t('questionnaire.hasCondition')} />
      )}
      {endIf.length > 0 && <IconFlag size={16} role="img" aria-label={t('questionnaire.hasEnd')} />}
    </>
  )
}
