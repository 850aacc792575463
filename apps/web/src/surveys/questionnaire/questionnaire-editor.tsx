import {
  type Contradiction,
  MAX_CONTRADICTIONS,
  type Questionnaire,
} from '@chuma/contract/surveys/questionnaire/questionnaire'
import { Button, FileButton, Group, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/download-button.tsx'
import { showFailure, useAction, useSingleFlight } from '../../ui/actions/use-action.ts'
import { readUpload } from '../../ui/forms/csv-files.tsx'
import { useRefreshOffers } from '../offers/offer-row.tsx'
import { ConditionBuilder, listTargets, newPart, toLogic } from './condition-builder.tsx'
import { QuestionnaireIsLive } from './live-notices.tsx'
import {
  addSection,
  CheckList,
  changeSection,
  FastestAnswers,
  type Issue,
  moveQuestion,
  newQuestionnaire,
  PhonePreview,
} from './phone-preview.tsx'
import { type ListProps, QuestionList } from './question-list.tsx'
import { DragArea, type DragPlace } from './question-settings.tsx'
import classes from './questionnaire.module.css'
import { EndRules, RuleList, WordsInput } from './rule-list.tsx'

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
        <Contradictions questionnaire={draft} onChange={setDraft} />
      </div>
      <div className={classes.side}>
        <QuestionnaireIsLive published={desk.published} isList={desk.isList} />
        <FastestAnswers questions={all} />
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

type ContradictionsProps = { questionnaire: Questionnaire; onChange: (questionnaire: Questionnaire) => void }

/** Answers that cannot both be true. They put the answers in doubt, and ask nothing more of the member. */
export function Contradictions({ questionnaire, onChange }: ContradictionsProps) {
  const t = useT()
  const rules = questionnaire.contradictions ?? []
  const words = { yes: t('survey.yes'), no: t('survey.no'), number: (each: number) => `${each}.` }
  const everything = { section: questionnaire.sections.length, question: 0, isIncluded: false }
  const targets = listTargets(questionnaire, everything, words)
  const [first, second = first] = targets
  const save = (changed: Contradiction[]) => {
    const { contradictions: _, ...rest } = questionnaire
    onChange(changed.length > 0 ? { ...rest, contradictions: changed } : rest)
  }
  const add = () => {
    if (!first || !second) return
    const rule = toLogic({ join: 'and', parts: [newPart(first), newPart(second)] })
    save([...rules, { if: rule, note: t('questionnaire.contradictionNote') }])
  }
  return (
    <section className={classes.section} aria-label={t('questionnaire.contradictions')}>
      <Text fw={600}>{t('questionnaire.contradictions')}</Text>
      <Text c="dimmed" size="sm">
        {t('questionnaire.contradictionsHint')}
      </Text>
      <RuleList
        {...{ rules, targets }}
        most={MAX_CONTRADICTIONS}
        nameRule={(number) => t('questionnaire.contradiction', { number })}
        removeText={t('questionnaire.removeContradiction')}
        addText={t('questionnaire.addContradiction')}
        onAdd={add}
        onChange={save}
      >
        {({ rule: { note }, change, number }) => (
          <TextInput
            label={t('questionnaire.contradictionWhy', { number })}
            description={t('questionnaire.contradictionWhyHint')}
            maxLength={200}
            value={note}
            onChange={({ currentTarget: { value } }) => change({ note: value })}
          />
        )}
      </RuleList>
    </section>
  )
}

export type Loaded = { version: number; questionnaire: Questionnaire | null; publishedVersion: number | null }

/** A draft that is edited here, saved, checked and published on the server. */
export function useQuestionnaire(surveyId: string, loaded: Loaded) {
  const t = useT()
  const utils = trpc.useUtils()
  const refresh = useRefreshOffers()
  const [first] = useState(() => loaded.questionnaire ?? newQuestionnaire())
  const [draft, setDraft] = useState(first)
  const isDrafted = loaded.version > 0
  const [base, setBase] = useState({
    version: loaded.version,
    saved: isDrafted ? loaded.questionnaire : null,
  })
  const [published, setPublished] = useState(loaded.publishedVersion)
  const [refused, setRefused] = useState<Issue[]>([])
  const isSaved = base.saved === draft
  const check = trpc.admin.checkQuestionnaire.useQuery(
    { id: surveyId },
    { enabled: base.version > 0, staleTime: 0, gcTime: 0 },
  )

  const take = (saved: { version: number; questionnaire: Questionnaire | null }) => {
    const content = saved.questionnaire ?? draft
    setDraft(content)
    setBase({ version: saved.version, saved: content })
    setRefused([])
    return utils.admin.checkQuestionnaire.invalidate({ id: surveyId })
  }
  const options = {
    failure: { title: t('surveyOffers.error') },
    onFailed: (error: unknown) =>
      setRefused(isApiError(error) ? listRefused(error.data?.fieldErrors ?? {}) : []),
  }
  const saving = useAction(trpc.admin.saveQuestionnaire, { ...options, onDone: take })
  const importing = useAction(trpc.admin.importQuestionnaire, { ...options, onDone: take })
  const publishing = useAction(trpc.admin.publishQuestionnaire, {
    ...options,
    onDone: ({ version }) => setPublished(version),
    done: ({ version }) => t('questionnaire.published', { version }),
    refresh,
  })
  return {
    draft,
    setDraft,
    isSaved,
    /** Something would be lost. An empty first draft is nothing. */
    isChanged: !isSaved && draft !== first,
    published,
    /** Members answer these questions as a plain list: nobody has saved a draft yet. */
    isList: base.version === 0 && loaded.questionnaire !== null,
    issues: refused.length > 0 ? refused : (check.data?.issues ?? []),
    undecidedCount: check.data?.undecidedCount ?? 0,
    isPublishable: isSaved && check.data?.isPublishable === true && !check.isFetching,
    isPending: saving.isPending || importing.isPending || publishing.isPending,
    save: () => saving.run({ id: surveyId, version: base.version, questionnaire: draft }),
    importCsv: (csv: string) => importing.run({ id: surveyId, version: base.version, csv }),
    publish: () => publishing.run({ id: surveyId, version: base.version }),
  }
}

const listRefused = (fields: Record<string, string[] | undefined>): Issue[] =>
  Object.entries(fields).flatMap(([path, messages = []]) =>
    messages.map((message) => ({ level: 'error' as const, path, message })),
  )

/** A section: its title, whether it screens, its conditions and its questions. */
export function SectionPanel({ index, ...list }: ListProps & { index: number }) {
  const t = useT()
  const { questionnaire, onChange } = list
  const section = questionnaire.sections[index]
  if (!section) return null
  const number = index + 1
  const name = t('questionnaire.section', { number })
  const { languages } = questionnaire
  const change = (changed: Partial<typeof section>) => onChange(changeSection(questionnaire, index, changed))
  const words = { yes: t('survey.yes'), no: t('survey.no'), number: (each: number) => `${each}.` }
  const before = listTargets(questionnaire, { section: index, question: 0, isIncluded: false }, words)
  const all = listTargets(questionnaire, { section: index + 1, question: 0, isIncluded: false }, words)
  return (
    <section aria-label={name} className={classes.section}>
      <WordsInput
        label={t('questionnaire.sectionTitle', { number })}
        words={section.title}
        {...{ languages }}
        max={200}
        onChange={(title) => {
          const { title: _, ...rest } = section
          onChange({
            ...questionnaire,
            sections: questionnaire.sections.with(index, title.en ? { ...rest, title } : rest),
          })
        }}
      />
      <TextInput
        label={t('questionnaire.sectionCode', { number })}
        maxLength={32}
        value={section.code}
        onChange={({ currentTarget: { value: code } }) => change({ code })}
      />
      <Switch
        label={t('questionnaire.screening', { number })}
        description={t('questionnaire.screeningHint')}
        checked={section.isScreening}
        onChange={({ currentTarget: { checked: isScreening } }) => change({ isScreening })}
      />
      {before.length > 0 && (
        <ConditionBuilder
          label={t('questionnaire.showSection', { number })}
          rule={section.showIf}
          targets={before}
          onChange={(rule) => {
            const { showIf: _, ...rest } = section
            const changed = rule === undefined ? rest : { ...section, showIf: rule }
            onChange({ ...questionnaire, sections: questionnaire.sections.with(index, changed) })
          }}
        />
      )}
      <QuestionList {...list} section={index} />
      <EndRules
        {...{ name, languages }}
        rules={section.endIf}
        targets={all}
        onChange={(endIf) => change({ endIf })}
      />
    </section>
  )
}

type QuestionnaireFilesProps = {
  surveyId: string
  draft: Questionnaire
  isManager: boolean
  onJson: (questionnaire: Questionnaire) => void
  onCsv: (csv: string) => void
}

/** The draft as a file: JSON for people who write it, CSV for translators. */
export function QuestionnaireFiles({ surveyId, draft, isManager, onJson, onCsv }: QuestionnaireFilesProps) {
  const t = useT()
  const utils = trpc.useUtils()
  const sayFailed = (error: unknown) => showFailure(error, { title: t('surveyOffers.error') })
  const downloadCsv = useSingleFlight(async () => {
    try {
      const csv = await utils.admin.exportQuestionnaire.fetch({ id: surveyId }, { staleTime: 0 })
      saveFile('chuma-questionnaire.csv', new Blob([csv], { type: 'text/csv' }))
    } catch (error) {
      sayFailed(error)
    }
  })
  const downloadJson = () =>
    saveFile(
      'chuma-questionnaire.json',
      new Blob([JSON.stringify(draft, null, 2)], { type: 'application/json' }),
    )
  const read = async (file: File | null) => {
    if (!file) return
    const text = await readUpload(file, t).catch(sayFailed)
    if (text === undefined) return
    if (file.name.endsWith('.csv')) return onCsv(text)
    try {
      onJson({ ...newQuestionnaire(), ...JSON.parse(text) })
    } catch {
      sayFailed(new Error(t('questionnaire.notJson')))
    }
  }
  return (
    <Group>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload aria-hidden size={18} />}
        onClick={downloadJson}
      >
        JSON
      </Button>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload aria-hidden size={18} />}
        onClick={() => downloadCsv()}
      >
        CSV
      </Button>
      {isManager && (
        <FileButton accept=".json,.csv" onChange={(file) => void read(file)}>
          {(button) => (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconUpload aria-hidden size={18} />}
              {...button}
            >
              {t('questionnaire.upload')}
            </Button>
          )}
        </FileButton>
      )}
      <Text c="dimmed" size="sm">
        {t('questionnaire.uploadHint')}
      </Text>
    </Group>
  )
}
