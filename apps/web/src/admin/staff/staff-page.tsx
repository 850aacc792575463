import type {
  ApiKey,
  CreatedApiKey,
  CreateStaffInput,
  IssuedPassword,
  Person,
} from '@chuma/contract/admin/staff'
import { Button, Stack, TextInput, Title } from '@mantine/core'
import { IconBan, IconCheck, IconClock, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { ConfirmDialog, useAsked } from '../../ui/dialogs/dialog.tsx'
import { ShownOnce } from '../../ui/dialogs/shown-once.tsx'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { Section } from '../../ui/page/section.tsx'
import classes from '../../ui/states/list.module.css'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { PersonField, RoleField } from './people-forms.tsx'
import { CreateKeyForm, StaffRow, useIssueForm } from './staff-row.tsx'

/** Staff accounts and API keys. Owners only. */
export function StaffPage() {
  const t = useT()
  return (
    <AdminFrame title={t('staffList.pageTitle')}>
      {({ id, permissions }) => (
        <>
          <StaffSection ownId={id} />
          {permissions.includes('keys:manage') && <KeysSection />}
        </>
      )}
    </AdminFrame>
  )
}

function KeysSection() {
  const t = useT()
  const keys = trpc.admin.listApiKeys.useQuery()
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  return (
    <Section title={t('keys.title')} text={t('keys.text')}>
      {created && (
        <ShownOnce
          key={created.id}
          title={t('keys.created', { name: created.name })}
          secret={created.token}
          onDone={() => setCreated(null)}
        />
      )}
      <QueryView query={keys} skeleton={<Skeletons count={2} height={110} />}>
        {(rows) =>
          rows.length > 0 ? (
            <KeyList keys={rows} />
          ) : (
            <div className={classes.add}>
              <EmptyState icon={<IconKey />} title={t('keys.emptyTitle')} text={t('keys.emptyText')} />
            </div>
          )
        }
      </QueryView>
      <CreateKeyForm onCreated={setCreated} />
    </Section>
  )
}

function StaffSection({ ownId }: { ownId: string }) {
  const t = useT()
  const accounts = trpc.admin.listStaff.useQuery()
  const people = trpc.admin.listPeople.useQuery().data ?? []
  const [issued, setIssued] = useState<IssuedPassword | null>(null)
  return (
    <Section title={t('staffList.title')} text={t('staffList.text')}>
      {issued && (
        <ShownOnce
          key={issued.password}
          title={t('staffList.issued', { name: issued.admin.username })}
          text={t('staffList.issuedText', { day: formatDay(issued.passwordExpiresAt) })}
          secret={issued.password}
          onDone={() => setIssued(null)}
        />
      )}
      <QueryView query={accounts} skeleton={<Skeletons count={2} height={110} />}>
        {(rows) => (
          <ul className={blocks.list} aria-label={t('staffList.title')}>
            {rows.map((row) => (
              <StaffRow
                key={row.id}
                account={row}
                people={people}
                isOwn={row.id === ownId}
                onIssued={setIssued}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <CreateStaffForm people={people} onIssued={setIssued} />
    </Section>
  )
}

const EMPTY: CreateStaffInput & { email: string } = {
  username: '',
  role: 'analyst',
  personId: null,
  email: '',
}

type Props = { people: Person[]; onIssued: (issued: IssuedPassword) => void }

function CreateStaffForm({ people, onIssued }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const { form, handlers, submitWith } = useIssueForm<typeof EMPTY, IssuedPassword>({
    initialValues: EMPTY,
    validate: { username: (username) => (username.trim() ? null : t('staff.required')) },
    refusedField: 'username',
    onIssued,
    refresh: [utils.admin.listStaff, utils.admin.listPeople],
  })
  const create = useAction(trpc.admin.createStaff, handlers)
  return (
    <form
      className={classes.add}
      onSubmit={submitWith(({ email, ...values }) => create.run({ ...values, email: email || undefined }))}
      noValidate
    >
      <Stack maw="28rem">
        <Title order={3} size="h4">
          {t('staffList.add')}
        </Title>
        <TextInput
          label={t('staffList.username')}
          description={t('staffList.usernameHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <TextInput
          type="email"
          label={t('staffEmail.optional')}
          description={t('staffEmail.hint')}
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <RoleField value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
        <PersonField
          people={people}
          value={form.values.personId ?? null}
          onChange={(personId) => form.setFieldValue('personId', personId)}
        />
        <div>
          <Button type="submit" disabled={create.isPending}>
            {t(create.isPending ? 'staffList.creating' : 'staffList.create')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

const isOpen = (key: ApiKey) => ['active', 'restored'].includes(findKeyState(key))

function KeyList({ keys }: { keys: ApiKey[] }) {
  const t = useT()
  const utils = trpc.useUtils()
  const { subject, isOpen: isAsked, ask, close } = useAsked<ApiKey>()
  const onEnd = [utils.admin.listApiKeys]
  const revoke = useAction(trpc.admin.revokeApiKey, {
    done: ({ name }) => ({ title: t('keys.revokedDone'), message: t('keys.revokedText', { name }) }),
    onOver: close,
    onEnd,
  })
  const turnOn = useAction(trpc.admin.turnOnApiKey, { done: t('keys.turnedOn'), onEnd })
  return (
    <>
      <ul className={blocks.list} aria-label={t('keys.title')}>
        {keys.map((key) => (
          <li key={key.id} className={classes.row} data-aside data-past={!isOpen(key) || undefined}>
            <KeyDetails apiKey={key} />
            {isOpen(key) && (
              <div>
                {key.restoredAt && (
                  <Button
                    variant="default"
                    px="md"
                    aria-label={t('keys.turnOnFor', { name: key.name })}
                    loading={turnOn.isPending}
                    onClick={() => turnOn.run({ id: key.id })}
                  >
                    {t('keys.turnOn')}
                  </Button>
                )}
                <Button
                  variant="default"
                  px="md"
                  aria-label={t('keys.revokeFor', { name: key.name })}
                  onClick={() => ask(key)}
                >
                  {t('keys.revoke')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {subject && (
        <ConfirmDialog
          title={t('keys.revokeTitle', { name: subject.name })}
          text={t('keys.revokeText')}
          action={t('keys.revoke')}
          opened={isAsked}
          isPending={revoke.isPending}
          onConfirm={() => revoke.run({ id: subject.id })}
          onClose={close}
        />
      )}
    </>
  )
}

const LOOKS = {
  active: { tone: 'good', Icon: IconCheck },
  expired: { tone: 'wait', Icon: IconClock },
  revoked: { tone: 'bad', Icon: IconBan },
  restored: { tone: 'wait', Icon: IconClock },
} as const

function findKeyState({ revokedAt, restoredAt, expiresAt }: ApiKey): keyof typeof LOOKS {
  if (revokedAt) return 'revoked'
  if (new Date(expiresAt) <= new Date()) return 'expired'
  return restoredAt ? 'restored' : 'active'
}

function KeyDetails({ apiKey }: { apiKey: ApiKey }) {
  const t = useT()
  const { name, permissions, networks, createdBy, createdAt, expiresAt } = apiKey
  const state = findKeyState(apiKey)
  return (
    <div>
      <p className={classes.name}>
        {name}
        <StatusBadge {...LOOKS[state]}>{t(`keys.${state}`)}</StatusBadge>
      </p>
      <p className={classes.note}>
        {permissions.map((permission) => t(`permission.${permission}`)).join(' · ')}
      </p>
      <p className={classes.note}>
        {t('keys.made', { name: createdBy, day: formatDay(createdAt) })} ·{' '}
        {t('keys.expires', { day: formatDay(expiresAt) })} ·{' '}
        {networks.length > 0 && `${t('keys.from', { networks: networks.join(', ') })} · `}
        <LastUse apiKey={apiKey} />
      </p>
    </div>
  )
}

function LastUse({ apiKey: { lastUsedAt, lastUsedAddress } }: { apiKey: ApiKey }) {
  const t = useT()
  if (!lastUsedAt) return t('keys.neverUsed')
  return (
    <>
      {t('keys.used')} <TimeAgo date={lastUsedAt} />
      {lastUsedAddress && ` ${t('keys.usedFrom', { address: lastUsedAddress })}`}
    </>
  )
}
