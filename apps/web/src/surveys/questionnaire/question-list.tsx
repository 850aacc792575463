import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { Draggable, Droppable } from '@hello-pangea/dnd'
import { ActionIcon, Button } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconGripVertical,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
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
  return (
    <>
      <Droppable
        droppableId={String(section)}
        // A dragged card is positioned relative to the screen; inside a transformed dialog it would be relative to that.
        renderClone={(provided, _, { source }) => (
          <div
            ref={provided.innerRef}
            {...provided.draggableProps}
            {...provided.dragHandleProps}
            className={classes.clone}
          >
            {questions[source.index]?.words.en || t('questions.untitled')}
          </div>
        )}
      >
        {(dropping) => (
          <ol ref={dropping.innerRef} {...dropping.droppableProps} className={blocks.list}>
            {questions.map((question, index) => (
              <Draggable
                key={question.id}
                draggableId={String(question.id)}
                index={index}
                disableInteractiveElementBlocking
              >
                {(item) => (
                  <li ref={item.innerRef} {...item.draggableProps} className={classes.card}>
                    <QuestionHead
                      {...list}
                      place={{ section, question: index }}
                      handle={item.dragHandleProps}
                    />
                    {openId === question.id && (
                      <QuestionPanel
                        {...{ questionnaire, question }}
                        place={{ section, question: index }}
                        onChange={(changed) =>
                          onChange(changeQuestion(questionnaire, { section, question: index }, changed))
                        }
                      />
                    )}
                  </li>
                )}
              </Draggable>
            ))}
            {dropping.placeholder}
          </ol>
        )}
      </Droppable>
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

type HeadProps = ListProps & { place: Place; handle: object | null }

function QuestionHead({ questionnaire, onChange, openId, onOpen, place, handle }: HeadProps) {
  const t = useT()
  const question = questionnaire.sections[place.section]?.questions[place.question]
  if (!question) return null
  const number = numberOf(questionnaire, place)
  const step = (to: Place | null) => to && onChange(moveQuestion(questionnaire, place, to))
  const ways = [
    { label: t('questions.up', { number }), to: findStep(questionnaire, place, -1), Icon: IconArrowUp },
    { label: t('questions.down', { number }), to: findStep(questionnaire, place, 1), Icon: IconArrowDown },
  ]
  const isOpen = openId === question.id
  return (
    <div className={classes.head}>
      {/* Escape drops the card without closing the dialog. */}
      <button
        type="button"
        {...handle}
        data-mantine-stop-propagation="true"
        aria-label={t('questions.move', { number })}
        className={classes.handle}
      >
        <IconGripVertical aria-hidden size={20} />
      </button>
      <button
        type="button"
        className={classes.title}
        aria-expanded={isOpen}
        onClick={() => onOpen(isOpen ? null : question.id)}
      >
        {number}. {question.words.en || t('questions.untitled')}
      </button>
      {ways.map(({ label, to, Icon }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          size={44}
          aria-label={label}
          // Not disabled: that would drop the focus after the last press.
          aria-disabled={to === null}
          {...(to === null && { 'data-disabled': true })}
          onClick={() => step(to)}
        >
          <Icon aria-hidden size={20} />
        </ActionIcon>
      ))}
      <ActionIcon
        variant="subtle"
        size={44}
        aria-label={t('questionnaire.duplicate', { number })}
        onClick={() => onChange(duplicateQuestion(questionnaire, place))}
      >
        <IconCopy aria-hidden size={20} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        size={44}
        aria-label={t('questions.remove', { number })}
        onClick={() => onChange(removeQuestion(questionnaire, place))}
      >
        <IconTrash aria-hidden size={20} />
      </ActionIcon>
    </div>
  )
}
