import { minimumSeconds } from '@chuma/contract/surveys/minimum-seconds'
import type { OfferQuestion } from '@chuma/contract/surveys/survey-offers'
import {
  DragDropContext,
  Draggable,
  Droppable,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd'
import { Button, Group, Text, Title } from '@mantine/core'
import { IconEye, IconPencil, IconPlus } from '@tabler/icons-react'
import { getNonce } from 'get-nonce'
import { useId, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import type { OfferFormPart } from '../offers/offer-form-part.ts'
import { QuestionCard } from './question-card.tsx'
import classes from './question-editor.module.css'
import { QuestionPreview } from './question-preview.tsx'

/** The questions of an offer: edited, reordered by mouse, touch or keyboard, and previewed. */
export function QuestionEditor({ form }: OfferFormPart) {
  const t = useT()
  const headingId = useId()
  const [isPreview, setPreview] = useState(false)
  const { questions } = form.values
  const add = () => form.insertListItem('questions', newQuestion(questions))
  return (
    <section aria-labelledby={headingId} className={classes.editor}>
      <Group justify="space-between">
        <Title order={3} size="h4" id={headingId}>
          {t('questions.title')}
        </Title>
        {questions.length > 0 && (
          <Button
            variant="default"
            leftSection={isPreview ? <IconPencil aria-hidden size={20} /> : <IconEye aria-hidden size={20} />}
            onClick={() => setPreview(!isPreview)}
          >
            {t(isPreview ? 'questions.write' : 'questions.preview')}
          </Button>
        )}
      </Group>
      <Text c="dimmed">{t(questions.length > 0 ? 'questions.text' : 'questions.none')}</Text>
      {questions.length > 0 && (
        <Text c="dimmed">{t('questions.fastest', { seconds: minimumSeconds(questions) })}</Text>
      )}
      {isPreview && questions.length > 0 ? (
        <QuestionPreview questions={questions} />
      ) : (
        <>
          <QuestionList form={form} />
          <div>
            <Button variant="default" leftSection={<IconPlus aria-hidden size={20} />} onClick={add}>
              {t('questions.add')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

function QuestionList({ form }: OfferFormPart) {
  const t = useT()
  const { questions } = form.values
  const move = ({ source, destination }: DropResult, { announce }: ResponderProvided) => {
    const to = destination?.index ?? source.index
    announce(t('questions.dropped', { number: to + 1 }))
    if (to !== source.index) form.reorderListItem('questions', { from: source.index, to })
  }
  return (
    <DragDropContext
      nonce={getNonce() ?? ''}
      dragHandleUsageInstructions={t('questions.dragHelp')}
      onDragStart={({ source }, { announce }) =>
        announce(t('questions.lifted', { number: source.index + 1 }))
      }
      onDragUpdate={({ destination }, { announce }) => {
        if (destination) announce(t('questions.over', { number: destination.index + 1 }))
      }}
      onDragEnd={move}
    >
      <Droppable
        droppableId="questions"
        // A dragged card is positioned relative to the screen; inside a transformed dialog it would be relative to the
        // dialog.
        renderClone={(provided, _snapshot, { source }) => (
          <div
            ref={provided.innerRef}
            {...provided.draggableProps}
            {...provided.dragHandleProps}
            className={classes.clone}
          >
            {source.index + 1}. {questions[source.index]?.question || t('questions.untitled')}
          </div>
        )}
      >
        {(list) => (
          <ol ref={list.innerRef} {...list.droppableProps} className={blocks.list}>
            {questions.map(({ id }, index) => (
              <Draggable key={id} draggableId={String(id)} index={index} disableInteractiveElementBlocking>
                {(item) => (
                  <li ref={item.innerRef} {...item.draggableProps} className={classes.card}>
                    <QuestionCard form={form} index={index} handle={item.dragHandleProps} />
                  </li>
                )}
              </Draggable>
            ))}
            {list.placeholder}
          </ol>
        )}
      </Droppable>
    </DragDropContext>
  )
}

function newQuestion(questions: OfferQuestion[]): OfferQuestion {
  const used = new Set(questions.map(({ id }) => id))
  let id = 1
  while (used.has(id)) id++
  return { id, type: 'multiple-choice', question: '', options: ['', ''], required: true }
}
