import { extractYoutubeId } from '@chuma/contract/tasks/extract-youtube-id'
import { needsField, TASK_RULES, type TaskKind } from '@chuma/contract/tasks/task-kinds'
import type { AdminTask, TaskForm } from '@chuma/contract/tasks/tasks'
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'

type Props = { kind: TaskKind; form: UseFormReturnType<TaskValues> }

/** The fields of one kind of task. */
export function TaskFields({ kind, form }: Props) {
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
        label={t('tasksPage.country')}
        description={t('tasksPage.countryHint')}
        maxLength={60}
        {...form.getInputProps('country')}
      />
      <Switch
        size="md"
        label={t('catalogue.isActive')}
        description={t('catalogue.isActiveHint')}
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
    </>
  )
}

/** The range is a hint; the server enforces it. */
function PointsField({ kind, form }: Props) {
  const t = useT()
  const { data } = trpc.admin.getEconomy.useQuery()
  const range = data && kind !== 'affiliate' ? data.record[TASK_RULES[kind].range] : undefined
  const isAffiliate = kind === 'affiliate'
  return (
    <NumberInput
      label={t(isAffiliate ? 'tasksPage.affiliatePoints' : 'tasksPage.points')}
      description={
        isAffiliate ? t('tasksPage.affiliatePointsHint') : range && t('tasksPage.pointsRange', range)
      }
      allowDecimal={false}
      allowNegative={false}
      {...form.getInputProps('points')}
    />
  )
}

function UrlField({ kind, form }: Props) {
  const t = useT()
  const label = {
    video: 'tasksPage.videoUrl',
    ad: 'tasksPage.adUrl',
    social: 'tasksPage.placeUrl',
    'micro-job': 'tasksPage.placeUrl',
    affiliate: 'tasksPage.affiliateUrl',
  } as const
  return (
    <TextInput
      label={t(label[kind])}
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

function PartnerField({ form }: Pick<Props, 'form'>) {
  const t = useT()
  const { data = [] } = trpc.partners.listPartners.useQuery()
  return (
    <NativeSelect
      label={t('tasksPage.partner')}
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

export function emptyTask(kind: TaskKind): TaskValues {
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

export function toTaskValues(task: AdminTask): TaskValues {
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

export function toTaskForm({ points, minTimeSeconds, partnerId, ...values }: TaskValues): TaskForm {
  return {
    ...values,
    points: Number(points),
    minTimeSeconds: minTimeSeconds === '' ? null : Number(minTimeSeconds),
    partnerId: partnerId || null,
  }
}
