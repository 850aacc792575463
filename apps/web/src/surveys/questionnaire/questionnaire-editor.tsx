import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { DragDropContext, type DropResult, type ResponderProvided } from '@hello-pangea/dnd'
import { Button, Group, TagsInput, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getNonce } from 'get-nonce'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { CheckList } from './check-list.tsx'
import { addSection, moveQuestion } from './edit-questionnaire.ts'
import { PhonePreview } from './phone-preview.tsx'
import classes from './questionnaire.module.css'
import { QuestionnaireFiles } from './questionnaire-files.tsx'
import { SectionPanel } from './section-panel.tsx'
import { type Loaded, useQuestionnaire } from './use-questionnaire.ts'

type Props = {
  surveyId: string
  loaded: Loaded
  isManager: boolean
  /** Whether there are changes that are not saved. */
  onChanged: (isChanged: boolean) => void
}

/** Write a questionnaire: sections and questions, with the check and a phone beside them. */
export function QuestionnaireEditor({ surveyId, loaded, isManager, onChanged }: Props) {
  const t = useT()
  const desk = useQuestionnaire(surveyId, loaded)
  const { draft, setDraft, isChanged } = desk
  useEffect(() => onChanged(isManager && isChanged), [isManager, isChanged, onChanged])
  const [openId, setOpenId] = useState<number | null>(draft.sections[0]?.questions[0]?.id ?? null)
  const all = draft.sections.flatMap(({ questions }) => questions)
  return (
    <div className={classes.editor}>
      <div>
        <TagsInput
          label={t('questionnaire.languages')}
          description={t('questionnaire.languagesHint')}
          data={['en', 'sw']}
          value={draft.languages}
          mb="md"
          onChange={(languages) =>
            setDraft({ ...draft, languages: ['en', ...languages.filter((each) => each !== 'en')] })
          }
        />
        <Sections draft={draft} onChange={setDraft} openId={openId} onOpen={setOpenId} />
      </div>
      <div className={classes.side}>
        <Text c="dimmed">
          {desk.published === null
            ? t('questionnaire.unpublished')
            : t('questionnaire.publishedNow', { version: desk.published })}
        </Text>
        {isManager && (
          <Group>
            <Button variant="default" disabled={desk.isSaved} loading={desk.isPending} onClick={desk.save}>
              {t('questionnaire.save')}
            </Button>
            <Button disabled={!desk.isPublishable} onClick={desk.publish}>
              {t('questionnaire.publish')}
            </Button>
          </Group>
        )}
        <CheckList
          questionnaire={draft}
          issues={desk.issues}
          undecidedCount={desk.undecidedCount}
          isOutdated={!desk.isSaved && desk.issues.length === 0}
          onOpen={setOpenId}
        />
        <PhonePreview question={all.find(({ id }) => id === openId) ?? all[0]} languages={draft.languages} />
        <QuestionnaireFiles {...{ surveyId, draft, isManager }} onJson={setDraft} onCsv={desk.importCsv} />
      </div>
    </div>
  )
}

type SectionsProps = {
  draft: Questionnaire
  onChange: (draft: Questionnaire) => void
  openId: number | null
  onOpen: (id: number | null) => void
}

function Sections({ draft, onChange, openId, onOpen }: SectionsProps) {
  const t = useT()
  const drop = ({ source, destination }: DropResult, { announce }: ResponderProvided) => {
    const to = destination ?? source
    announce(t('questions.dropped', { number: to.index + 1 }))
    if (to.index === source.index && to.droppableId === source.droppableId) return
    const from = { section: Number(source.droppableId), question: source.index }
    onChange(moveQuestion(draft, from, { section: Number(to.droppableId), question: to.index }))
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
      onDragEnd={drop}
    >
      {draft.sections.map((_, index) => (
        <SectionPanel
          // biome-ignore lint/suspicious/noArrayIndexKey: a code changes while it is typed
          key={index}
          questionnaire={draft}
          {...{ index, onChange, openId, onOpen }}
        />
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus aria-hidden size={20} />}
        onClick={() => onChange(addSection(draft))}
      >
        {t('questionnaire.addSection')}
      </Button>
    </DragDropContext>
  )
}
