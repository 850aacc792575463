import { extractYoutubeId } from '@chuma/contract/tasks/extract-youtube-id'
import {
  isProofKind,
  needsField,
  TASK_KINDS,
  TASK_RULES,
  type TaskKind,
} from '@chuma/contract/tasks/task-kinds'
import type { AdminTask, TaskForm } from '@chuma/contract/tasks/tasks'
import { Button, NativeSelect, Switch, Tabs, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readTaskKind } from '../../app/page-search.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ExternalLink } from '../../ui/actions/external-link.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { FormDialog, useAsked } from '../../ui/dialogs/dialog.tsx'
import { Amount, formatPoints } from '../../ui/figures/amount.tsx'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import tabs from '../../ui/frame/admin-tabs.module.css'
import { Section } from '../../ui/page/section.tsx'
import classes from '../../ui/states/list.module.css'
import {
  ActiveBadge,
  CatalogueActions,
  type CatalogueFilter,
  CatalogueFilterFields,
  ChangedMeanwhile,
  PagedList,
  useEdit,
  usePages,
} from '../../ui/states/staff-lists.tsx'

/** The tasks besides surveys and games, one tab for each kind. */
export function TasksPage({ asked }: { asked: TaskKind | undefined }) {
  const t = useT()
  const navigate = useNavigate()
  const open = (kind: string | null) =>
    void navigate({ to: '/admin/tasks', search: readTaskKind({ kind }), resetScroll: false })
  return (
    <AdminFrame title={t('tasksPage.title')}>
      {({ permissions }) => (
        <Tabs
          value={asked ?? TASK_KINDS[0]}
          onChange={open}
          // Opening a tab adds to the browser's history, so arrow keys only move the focus and Enter opens.
          activateTabWithKeyboard={false}
          keepMounted={false}
          classNames={{ list: tabs.list ?? '', tab: tabs.tab ?? '', panel: blocks.sections ?? '' }}
        >
          <Tabs.List aria-label={t('tasksPage.kinds')}>
            {TASK_KINDS.map((kind) => (
              <Tabs.Tab key={kind} value={kind}>
                {t(`activityKind.${kind}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {TASK_KINDS.map((kind) => (
            <Tabs.Panel key={kind} value={kind}>
              <TaskList kind={kind} mayManage={permissions.includes('catalogue:manage')} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </AdminFrame>
  )
}

const PAGE_SIZE = 20
/** What the list asks for at first. */
export const firstTasks = (kind: TaskKind) => ({ kind, limit: PAGE_SIZE })

function TaskList({ kind, mayManage }: { kind: TaskKind; mayManage: boolean }) {
  const t = useT()
  const [filter, setFilter] = useState<CatalogueFilter>({})
  const pages = usePages(PAGE_SIZE)
  const form = useAsked<{ task: AdminTask | undefined }>()
  const query = trpc.admin.listTasks.useQuery(
    { ...filter, ...pages.input, kind },
    { staleTime: 0, placeholderData: (before) => before },
  )
  const isFiltered = Object.keys(filter).length > 0
  const title = t(`activityKind.${kind}`)
  return (
    <Section title={title} text={t(`tasksPage.${kind}Text`)}>
      {mayManage && (
        <Button
          leftSection={<IconPlus aria-hidden size={20} />}
          onClick={() => form.ask({ task: undefined })}
        >
          {t(`tasksPage.${kind}New`)}
        </Button>
      )}
      <CatalogueFilterFields
        onChange={(wanted) => {
          setFilter(wanted)
          pages.turn()
        }}
      />
      <PagedList
        query={query}
        pages={pages}
        label={title}
        rowHeight={110}
        skeletons={4}
        empty={{
          ...(isFiltered && { icon: <IconSearchOff /> }),
          title: t(isFiltered ? 'catalogue.noneFound' : 'word.nothingHereYet'),
          text: t(isFiltered ? 'catalogue.noneFoundText' : 'tasksPage.noneText'),
        }}
      >
        {(task) => (
          <TaskRow key={task.id} task={task} {...(mayManage && { onEdit: () => form.ask({ task }) })} />
        )}
      </PagedList>
      {form.isOpen && form.subject && (
        <TaskDialog kind={kind} task={form.subject.task} onClose={form.close} />
      )}
    </Section>
  )
}

/** If absent, a new task. */
type TaskDialogProps = { kind: TaskKind; task: AdminTask | undefined; onClose: () => void }

function TaskDialog({ kind, task, onClose }: TaskDialogProps) {
  const t = useT()
  const form = useForm<TaskValues>({
    initialValues: task ? toTaskValues(task) : emptyTask(kind),
    validate: (values) => {
      const needed = ['title', 'points', ...TASK_RULES[kind].needs] as const
      return Object.fromEntries(
        needed
          .filter((field) => String(values[field]).trim() === '')
          .map((field) => [field, t('staff.required')]),
      )
    },
  })
  const { save, meanwhile, isPending } = useSaveTask({ kind, task, form, onClose })
  const title = task ? t('tasksPage.editTitle', { title: task.title }) : t(`tasksPage.${kind}New`)
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      action={t('word.save')}
      isPending={isPending}
      isDisabled={meanwhile?.changes === null}
      form={form}
      onSend={save}
    >
      {meanwhile && <ChangedMeanwhile changes={meanwhile.changes} />}
      <TaskFields kind={kind} form={form} />
    </FormDialog>
  )
}

type Options = {
  kind: TaskKind
  task: AdminTask | undefined
  form: UseFormReturnType<TaskValues>
  onClose: () => void
}

/** Add a task, or change the one that filled the form. */
function useSaveTask({ kind, task, form, onClose }: Options) {
  const t = useT()
  const utils = trpc.useUtils()
  const { version, meanwhile, onFailed } = useEdit({
    before: task,
    load: () => utils.admin.getTask.fetch({ id: task?.id ?? '' }, { staleTime: 0 }),
    compare: (before, now) => compare(t, before, now),
  })
  const options = {
    onDone: onClose,
    done: t('word.saved'),
    form,
    onFailed,
    onEnd: [utils.admin.listTasks],
  }
  const creating = useAction(trpc.admin.createTask, options)
  const updating = useAction(trpc.admin.updateTask, options)
  const save = (values: TaskValues) => {
    const wish = toTaskForm(values)
    if (task && version !== undefined) updating.run({ ...wish, id: task.id, version })
    else creating.run({ ...wish, kind })
  }
  return { save, meanwhile, isPending: creating.isPending || updating.isPending }
}

function compare(t: Translate, before: AdminTask, now: AdminTask) {
  const describe = (task: AdminTask) => [
    { label: t('tasksPage.name'), now: task.title },
    { label: t('tasksPage.description'), now: task.description },
    { label: t('word.points'), now: String(task.points) },
    { label: t('catalogue.link'), now: task.url ?? '' },
    { label: t('tasksPage.seconds'), now: String(task.minTimeSeconds ?? '') },
    { label: t('tasksPage.instructions'), now: task.instructions },
    { label: t('word.country'), now: task.country },
    { label: t('word.partner'), now: task.partnerName ?? '' },
    { label: t('word.state'), now: t(task.isActive ? 'catalogue.active' : 'catalogue.inactive') },
  ]
  const earlier = describe(before)
  return describe(now).filter((field, index) => field.now !== earlier[index]?.now)
}

/** `onEdit`: only for staff who may change it. */
type TaskRowProps = { task: AdminTask; onEdit?: () => void }

function TaskRow({ task, onEdit }: TaskRowProps) {
  const t = useT()
  const { data: terms } = trpc.wallet.getTerms.useQuery()
  const { kind, title, description, instructions, isActive, points, safeUrl, url, videoId } = task
  const facts = [
    videoId && t('tasksPage.videoId', { id: videoId }),
    task.minTimeSeconds && t('automatic.seconds', { seconds: task.minTimeSeconds }),
    task.country || t('tasksPage.everywhere'),
    kind === 'affiliate' && (task.partnerName ?? t('tasksPage.anyPartner')),
  ].filter(Boolean)
  return (
    <li className={classes.row} data-aside>
      <div>
        <p className={classes.name}>
          {title} <ActiveBadge isActive={isActive} />
        </p>
        <Amount points={points} kes={points * (terms?.kesPerPoint ?? 0)} size="sm" />
        {description && <p className={classes.text}>{description}</p>}
        {instructions && <p className={classes.text}>{instructions}</p>}
        {safeUrl && url && <ExternalLink href={safeUrl}>{url}</ExternalLink>}
        <p className={classes.note}>{facts.join(' · ')}</p>
        <p className={classes.note}>{describeTaskUse(t, task)}</p>
      </div>
      {onEdit && <TaskActions task={task} onEdit={onEdit} />}
    </li>
  )
}

/** Acts on the version on this screen. */
function TaskActions({ task, onEdit }: Required<TaskRowProps>) {
  const t = useT()
  const utils = trpc.useUtils()
  const retiring = useAsked<true>()
  const { id, version, title, isActive } = task
  // Also after a refusal: someone else changed it first, so this list is out of date.
  const onEnd = () => {
    retiring.close()
    return utils.admin.listTasks.invalidate()
  }
  const update = useAction(trpc.admin.updateTask, { done: t('word.saved'), onEnd })
  const retire = useAction(trpc.admin.retireTask, { done: t('catalogue.retired'), onEnd })
  return (
    <CatalogueActions
      name={title}
      isPending={update.isPending || retire.isPending}
      question={{ title: t('tasksPage.retireTitle'), text: t('tasksPage.retireText', { title }) }}
      onSwitch={() => update.run({ ...toTaskForm(toTaskValues(task)), isActive: !isActive, id, version })}
      onRetire={() => retire.run({ id, version })}
      {...{ isActive, retiring, onEdit }}
    />
  )
}

/** Describe what members have done with a task. */
function describeTaskUse(t: Translate, task: AdminTask): string {
  const { kind, useCount: count, approvedCount: approved, pointsPaid } = task
  if (kind === 'affiliate') return t('tasksPage.clicked', { count })
  const paid = t('tasksPage.paid', { points: formatPoints(t, pointsPaid) })
  return `${used()} · ${paid}`

  function used(): string {
    if (kind === 'video') return t('tasksPage.watched', { count })
    if (kind === 'ad') return t('tasksPage.seen', { count })
    return t('tasksPage.proved', { count, approved })
  }
}

type TaskFieldsProps = { kind: TaskKind; form: UseFormReturnType<TaskValues> }

/** The fields of one kind of task. */
function TaskFields({ kind, form }: TaskFieldsProps) {
  const t = useT()
  const isProven = needsField(kind, 'instructions')
  return (
    <>
      <TextInput
        label={t('tasksPage.name')}
        maxLength={120}
        data-autofocus
        {...form.getInputProps('title')}
      />
      <Textarea
        label={t('tasksPage.description')}
        maxLength={1000}
        rows={2}
        {...form.getInputProps('description')}
      />
      <PointsField kind={kind} form={form} />
      <UrlField kind={kind} form={form} />
      {needsField(kind, 'minTimeSeconds') && (
        <NumberInput
          label={t('tasksPage.seconds')}
          allowDecimal={false}
          {...form.getInputProps('minTimeSeconds')}
        />
      )}
      {(isProven || kind === 'affiliate') && (
        <Textarea
          label={t('tasksPage.instructions')}
          {...(isProven && { description: t('tasksPage.instructionsHint') })}
          maxLength={2000}
          rows={3}
          {...form.getInputProps('instructions')}
        />
      )}
      {kind === 'affiliate' && <PartnerField form={form} />}
      <TextInput
        label={t('word.country')}
        description={t('tasksPage.countryHint')}
        maxLength={60}
        {...form.getInputProps('country')}
      />
      <Switch
        size="md"
        label={t('catalogue.active')}
        description={t('catalogue.isActiveHint')}
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
    </>
  )
}

/** The range is a hint; the server enforces it. */
function PointsField({ kind, form }: TaskFieldsProps) {
  const t = useT()
  const { data } = trpc.admin.getEconomy.useQuery()
  const range = data && kind !== 'affiliate' ? data.record[TASK_RULES[kind].range] : undefined
  const isAffiliate = kind === 'affiliate'
  return (
    <NumberInput
      label={t(isAffiliate ? 'tasksPage.affiliatePoints' : 'word.points')}
      description={
        isAffiliate ? t('tasksPage.affiliatePointsHint') : range && t('tasksPage.pointsRange', range)
      }
      allowDecimal={false}
      allowNegative={false}
      {...form.getInputProps('points')}
    />
  )
}

function UrlField({ kind, form }: TaskFieldsProps) {
  const t = useT()
  return (
    <TextInput
      label={t(isProofKind(kind) ? 'tasksPage.placeUrl' : `tasksPage.${kind}Url`)}
      description={describe()}
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={2048}
      {...form.getInputProps('url')}
    />
  )

  function describe() {
    const { url } = form.values
    if (kind === 'affiliate') return t('tasksPage.affiliateUrlHint', { place: '{click_id}' })
    if (kind !== 'video' || url.trim() === '') return undefined
    const id = extractYoutubeId(url)
    return id ? t('tasksPage.videoId', { id }) : t('tasksPage.noVideo')
  }
}

function PartnerField({ form }: Pick<TaskFieldsProps, 'form'>) {
  const t = useT()
  const { data = [] } = trpc.partners.listPartners.useQuery()
  return (
    <NativeSelect
      label={t('word.partner')}
      description={t('tasksPage.partnerHint')}
      data={[
        { value: '', label: t('tasksPage.anyPartner') },
        ...data.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...form.getInputProps('partnerId')}
    />
  )
}

/** The form's values: an emptied number field holds an empty text. */
export type TaskValues = Omit<TaskForm, 'points' | 'minTimeSeconds' | 'partnerId'> & {
  points: number | string
  minTimeSeconds: number | string
  partnerId: string
}

function emptyTask(kind: TaskKind): TaskValues {
  return {
    title: '',
    description: '',
    points: kind === 'affiliate' ? 0 : '',
    url: '',
    minTimeSeconds: kind === 'ad' ? 15 : '',
    instructions: '',
    country: 'Kenya',
    partnerId: '',
    isActive: true,
  }
}

function toTaskValues(task: AdminTask): TaskValues {
  const { title, description, points, instructions, country, isActive } = task
  return {
    title,
    description,
    points,
    instructions,
    country,
    isActive,
    url: task.url ?? '',
    minTimeSeconds: task.minTimeSeconds ?? '',
    partnerId: task.partnerId ?? '',
  }
}

function toTaskForm({ points, minTimeSeconds, partnerId, ...values }: TaskValues): TaskForm {
  return {
    ...values,
    points: Number(points),
    minTimeSeconds: minTimeSeconds === '' ? null : Number(minTimeSeconds),
    partnerId: partnerId || null,
  }
}
