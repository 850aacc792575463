import { minimumSeconds } from '@chuma/contract/surveys/minimum-seconds'
import type { OfferQuestion } from '@chuma/contract/surveys/survey-offers'
import { Button, Group, Text, Title } from '@mantine/core'
import { IconEye, IconPencil, IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import type { OfferFormPart } from '../offers/offer-form-part.ts'
import { DragArea } from './drag-area.tsx'
import { DragList } from './drag-list.tsx'
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
  const cards = questions.map(({ id, question }, index) => ({
    key: String(id),
    title: `${index + 1}. ${question || t('questions.untitled')}`,
  }))
  return (
    <DragArea onMove={({ index: from }, { index: to }) => form.reorderListItem('questions', { from, to })}>
      <DragList id="questions" cards={cards}>
        {(index, handle) => <QuestionCard form={form} index={index} handle={handle} />}
      </DragList>
    </DragArea>
  )
}

function newQuestion(questions: OfferQuestion[]): OfferQuestion {
  const used = new Set(questions.map(({ id }) => id))
  let id = 1
  while (used.has(id)) id++
  return { id, type: 'multiple-choice', question: '', options: ['', ''], required: true }
}
