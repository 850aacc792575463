import type { AnswerCategory, ChangeCategoryInput, CodeFrame } from '@chuma/contract/surveys/answers'
import type { OpenAnswer, SurveyResults } from '@chuma/contract/surveys/results'
import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconMessages } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react'
import { formatBusinessDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { inside } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from './results.module.css'
import { type ResultsView, toFilter } from './results-view.ts'
import categoryListClasses from './words-panel.module.css'

type Props = { results: SurveyResults; view: ResultsView }
const MOST = 200

/** What people wrote, with a search, and the categories that it is sorted into. */
export function WordsPanel({ results, view }: Props) {
  const t = useT()
  const open = results.questions.filter(({ type, base }) => type === 'text' && base !== 0)
  const [first] = open
  const [chosen, setChosen] = useState(first?.id)
  const [typed, setTyped] = useState('')
  const [category, setCategory] = useState<number>()
  const search = useDeferredValue(typed.trim())
  const query = trpc.admin.listSurveyAnswers.useQuery(
    {
      ...toFilter(results.id, view),
      questionId: chosen ?? 0,
      limit: MOST,
      ...(search && { search }),
      ...(category !== undefined && { category }),
    },
    { enabled: chosen !== undefined, placeholderData: keepPreviousData },
  )
  const actions = useCodeFrame({
    id: results.id,
    questionId: chosen ?? 0,
    ...(results.version !== null && { version: results.version }),
  })
  if (chosen === undefined) {
    return <EmptyState icon={<IconMessages />} title={t('results.noWords')} text={t('results.noWordsText')} />
  }
  return (
    <QueryView query={actions.frame} skeleton={<Skeletons count={2} height={180} />}>
      {(frame) => (
        <>
          <Section title={t('results.tab.words')} text={t('results.wordsText')}>
            <div className={classes.pair}>
              <NativeSelect
                label={t('results.question')}
                value={String(chosen)}
                onChange={({ currentTarget }) => {
                  setChosen(Number(currentTarget.value))
                  setCategory(undefined)
                }}
                data={open.map(({ id, question }) => ({ value: String(id), label: `${id}. ${question}` }))}
              />
              <TextInput
                type="search"
                label={t('results.search')}
                value={typed}
                maxLength={100}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            </div>
            <QueryView query={query} skeleton={<Skeletons count={4} height={64} />}>
              {(answers) => (
                <>
                  <CodingPanel
                    frame={frame}
                    answers={answers}
                    category={category}
                    onCategory={setCategory}
                    actions={actions}
                  />
                  {answers.length === 0 && (
                    <EmptyState
                      icon={<IconMessages />}
                      title={t('results.noMatch')}
                      text={t('results.noMatchText')}
                    />
                  )}
                  {answers.length === MOST && (
                    <p className={classes.more}>{t('results.moreWords', { count: MOST })}</p>
                  )}
                </>
              )}
            </QueryView>
          </Section>
          <CategoryList frame={frame} actions={actions} />
        </>
      )}
    </QueryView>
  )
}

type CategoryListProps = { frame: CodeFrame; actions: CodeFrameActions }

/** The categories of an open question: add one, or open one to rename, merge or remove it. */
function CategoryList({ frame, actions }: CategoryListProps) {
  const t = useT()
  const { form, change } = useChangeCategory('', actions)
  const [opened, setOpened] = useState<AnswerCategory | null>(null)
  return (
    <Section title={t('coding.title')} text={t('coding.text')}>
      {frame.categories.length > 0 && (
        <ul className={categoryListClasses.categories}>
          {frame.categories.map((category) => (
            <li key={category.code}>
              <span>{category.name}</span>
              <span className={categoryListClasses.count}>
                {t('coding.answers', { count: category.answers })}
              </span>
              <Button
                variant="subtle"
                aria-label={t('coding.editOne', { name: category.name })}
                onClick={() => setOpened(category)}
              >
                {t('coding.edit')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className={categoryListClasses.add}
        onSubmit={form.onSubmit(({ name }) => {
          if (name.trim())
            change.run({ ...actions.asked, change: { kind: 'add', name: name.trim() } }, form.reset)
        })}
      >
        <TextInput label={t('coding.new')} maxLength={120} {...form.getInputProps('name')} />
        <Button type="submit" loading={change.isPending}>
          {t('coding.add')}
        </Button>
      </form>
      {opened && (
        <CategoryDialog
          key={opened.code}
          category={opened}
          others={frame.categories.filter(({ code }) => code !== opened.code)}
          actions={actions}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  )
}

type CategoryDialogProps = {
  category: AnswerCategory
  others: readonly AnswerCategory[]
  actions: CodeFrameActions
  onClose: () => void
}

/** Renames, merges or removes one category. It says what becomes of the answers first. */
function CategoryDialog({ category, others, actions, onClose }: CategoryDialogProps) {
  const t = useT()
  const { code, answers } = category
  const { form, change } = useChangeCategory(category.name, actions)
  const [into, setInto] = useState(String(others[0]?.code ?? ''))
  const run = (made: ChangeCategoryInput['change']) => change.run({ ...actions.asked, change: made }, onClose)
  return (
    <Dialog title={category.name} opened onClose={onClose}>
      <Stack>
        <form
          className={categoryListClasses.add}
          onSubmit={form.onSubmit(({ name }) => {
            if (name.trim()) run({ kind: 'rename', code, name: name.trim() })
          })}
        >
          <TextInput label={t('coding.name')} maxLength={120} {...form.getInputProps('name')} />
          <Button type="submit" loading={change.isPending}>
            {t('coding.rename')}
          </Button>
        </form>
        {others.length > 0 && (
          <div className={categoryListClasses.add}>
            <NativeSelect
              label={t('coding.mergeInto')}
              value={into}
              onChange={({ currentTarget }) => setInto(currentTarget.value)}
              data={others.map((other) => ({ value: String(other.code), label: other.name }))}
            />
            <Button
              variant="default"
              loading={change.isPending}
              onClick={() => run({ kind: 'merge', code, into: Number(into) })}
            >
              {t('coding.merge')}
            </Button>
          </div>
        )}
        <div>
          <Text>{t('coding.removeText', { count: answers })}</Text>
          <Button color="red" loading={change.isPending} onClick={() => run({ kind: 'remove', code })}>
            {t('coding.remove')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  )
}

type CodingPanelProps = {
  frame: CodeFrame
  answers: readonly OpenAnswer[]
  /** Undefined: whatever their category. */
  category: number | undefined
  onCategory: (category: number | undefined) => void
  actions: CodeFrameActions
}

/** Answers that staff put into categories, one by one or several at once. */
function CodingPanel({ frame, answers, category, onCategory, actions }: CodingPanelProps) {
  const t = useT()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // Only what is shown can be meant.
  const chosen = answers.filter(({ id }) => selected.has(id))
  const toggle = (ids: readonly string[], code: number) => {
    const meant = answers.filter(({ id }) => ids.includes(id))
    const isInAll = meant.length > 0 && meant.every(({ categories }) => categories.includes(code))
    if (meant.length > 0) actions.code([...ids], isInAll ? { remove: [code] } : { add: [code] })
  }
  return (
    <>
      <div className={categoryListClasses.tools}>
        <NativeSelect
          label={t('coding.show')}
          value={category === undefined ? '' : String(category)}
          onChange={({ currentTarget: { value } }) => onCategory(value === '' ? undefined : Number(value))}
        >
          <option value="">{t('coding.showAll')}</option>
          <option value="0">{t('coding.showUncoded')}</option>
          {frame.categories.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </NativeSelect>
        <p className={blocks.quiet} role="status">
          {t('coding.uncoded', { count: frame.uncoded, all: frame.answered })}
        </p>
      </div>
      {frame.categories.length > 0 && answers.length > 0 && (
        <section
          className={categoryListClasses.bar}
          aria-label={t('coding.selected', { count: chosen.length })}
        >
          <p className={blocks.flush}>
            <strong>{t('coding.selected', { count: chosen.length })}</strong>
          </p>
          <div className={categoryListClasses.buttons}>
            {frame.categories.map(({ code, name }, at) => (
              <Button
                key={code}
                variant="default"
                disabled={chosen.length === 0}
                onClick={() =>
                  toggle(
                    chosen.map(({ id }) => id),
                    code,
                  )
                }
              >
                {at < 9 ? `${at + 1} · ${name}` : name}
              </Button>
            ))}
            <Button
              variant="subtle"
              onClick={() => setSelected(new Set(chosen.length > 0 ? [] : answers.map(({ id }) => id)))}
            >
              {chosen.length > 0 ? t('coding.selectNone') : t('coding.selectAll')}
            </Button>
          </div>
          <p className={blocks.quiet}>{t('coding.keys')}</p>
        </section>
      )}
      <CodedAnswers
        answers={answers}
        categories={frame.categories}
        selected={selected}
        onSelect={setSelected}
        onToggle={(id, code) => toggle(selected.has(id) ? chosen.map((one) => one.id) : [id], code)}
      />
    </>
  )
}

type CodedAnswersProps = {
  answers: readonly OpenAnswer[]
  categories: readonly AnswerCategory[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  onToggle: (id: string, code: number) => void
}

/** On an answer's box the arrows move, and a digit puts it into that category. */
function CodedAnswers({ answers, categories, selected, onSelect, onToggle }: CodedAnswersProps) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const nameOf = (code: number) => categories.find((one) => one.code === code)?.name ?? String(code)
  const press = (event: KeyboardEvent, id: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const category = /^[1-9]$/.test(event.key) ? categories[Number(event.key) - 1] : undefined
    if (category) onToggle(id, category.code)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])]
    boxes[boxes.indexOf(event.target as HTMLInputElement) + step]?.focus()
  }
  return (
    <ul className={categoryListClasses.answers} ref={list}>
      {answers.map(({ id, answer, answeredOn, categories: own }) => (
        <li key={id}>
          <Checkbox
            label={answer}
            checked={selected.has(id)}
            onChange={({ currentTarget: { checked } }) => {
              const next = new Set(selected)
              if (checked) next.add(id)
              else next.delete(id)
              onSelect(next)
            }}
            onKeyDown={(event) => press(event, id)}
          />
          <p className={categoryListClasses.facts}>
            <small>
              {[id.slice(0, 7), ...(answeredOn ? [formatBusinessDay(answeredOn)] : [])].join(' · ')}
            </small>
            {own.length === 0
              ? categories.length > 0 && <span className={categoryListClasses.none}>{t('coding.none')}</span>
              : own.map((code) => (
                  <span key={code} className={categoryListClasses.category}>
                    {nameOf(code)}
                  </span>
                ))}
          </p>
        </li>
      ))}
    </ul>
  )
}

type Asked = { id: string; version?: number; questionId: number }

/** The categories of an open question, and how they and their answers change. */
function useCodeFrame(asked: Asked) {
  const t = useT()
  const utils = trpc.useUtils()
  const frame = trpc.admin.getSurveyCategories.useQuery(asked, { enabled: asked.questionId > 0 })
  const options = {
    onDone: (next: CodeFrame) => {
      utils.admin.getSurveyCategories.setData(asked, next)
      void utils.admin.listSurveyAnswers.invalidate({ id: asked.id })
      // A tab that counts them loads them when it is opened.
      void utils.admin.getSurveyResults.invalidate(undefined, { refetchType: 'none' })
    },
    failure: { title: t('coding.failed'), offline: t('state.failedText') },
  }
  // The keys of a fast coder send the next answer's code before this one's has arrived.
  const code = useAction(trpc.admin.codeSurveyAnswers, { ...options, isSharedByRows: true })
  return {
    frame,
    asked,
    options,
    code: (respondents: string[], codes: { add?: number[]; remove?: number[] }) =>
      code.run({ ...asked, respondents, ...codes }),
  }
}

type CodeFrameActions = ReturnType<typeof useCodeFrame>

/** The form of a category's name, and what changes its categories. */
function useChangeCategory(name: string, { options }: CodeFrameActions) {
  const form = useForm({ initialValues: { name } })
  const change = useAction(trpc.admin.changeSurveyCategory, { ...options, form, place: inside('change') })
  return { form, change }
}
