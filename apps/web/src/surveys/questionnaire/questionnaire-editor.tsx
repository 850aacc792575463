import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { Button, Group, TagsInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { DragArea, type DragPlace } from '../questions/drag-area.tsx'
import { CheckList } from './check-list.tsx'
import { Contradictions } from './contradictions.tsx'
import { addSection, moveQuestion } from './edit-questionnaire.ts'
import { QuestionnaireIsLive } from './live-notices.tsx'
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
  /** Goes to the questions in the offer's form. */
  onOffer?: (() => void) | undefined
}

/** Write a questionnaire: sections and questions, with the check and a phone beside them. */
export function QuestionnaireEditor({ surveyId, loaded, isManager, onChanged, onOffer }: Props) {
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
        <Contradictions questionnaire={draft} onChange={setDraft} />
      </div>
      <div className={classes.side}>
        <QuestionnaireIsLive published={desk.published} onOffer={onOffer} />
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

const toPlace = ({ list, index }: DragPlace) => ({ section: Number(list), question: index })

type SectionsProps = {
  draft: Questionnaire
  onChange: (draft: Questionnaire) => void
  openId: number | null
  onOpen: (id: number | null) => void
}

function Sections({ draft, onChange, openId, onOpen }: SectionsProps) {
  const t = useT()
  const move = (from: DragPlace, to: DragPlace) => onChange(moveQuestion(draft, toPlace(from), toPlace(to)))
  return (
    <DragArea onMove={move}>
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
        mb="lg"
        leftSection={<IconPlus aria-hidden size={20} />}
        onClick={() => onChange(addSection(draft))}
      >
        {t('questionnaire.addSection')}
      </Button>
    </DragArea>
  )
}
