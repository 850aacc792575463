import { KEY_PERMISSIONS, mintsAndPays, type StaffRole } from '@chuma/contract/admin/permissions'
import {
  type CreateApiKeyInput,
  type CreatedApiKey,
  type IssuedPassword,
  MAX_KEY_DAYS,
  type Person,
  type StaffAccountRow,
} from '@chuma/contract/admin/staff'
import { Button, Checkbox, NativeSelect, Stack, TagsInput, TextInput, Title } from '@mantine/core'
import { type UseFormInput, useForm } from '@mantine/form'
import { IconBan, IconClock, IconShieldCheck, IconShieldOff, IconUser } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { type Refresh, useAction } from '../../ui/actions/use-action.ts'
import { ConfirmDialog, Dialog, DialogButtons, useAsked } from '../../ui/dialogs/dialog.tsx'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import classes from '../../ui/states/list.module.css'
import { EmailForm, namePerson, PersonField, RoleField } from './people-forms.tsx'

type Props = {
  account: StaffAccountRow
  people: Person[]
  isOwn: boolean
  onIssued: (issued: IssuedPassword) => void
}

export function StaffRow({ account, people, isOwn, onIssued }: Props) {
  const t = useT()
  const { username, role, email, lastLogInAt, createdAt, disabledAt, passwordExpiresAt } = account
  const others = nameOthers(people, account)
  return (
    <li className={classes.row} data-aside data-past={disabledAt ? true : undefined}>
      <div>
        <p className={classes.name}>
          {username} <Badges account={account} isOwn={isOwn} />
        </p>
        <p className={classes.note}>
          {t(`role.${role}`)} · {t('staffList.since', { day: formatDay(createdAt) })} ·{' '}
          {lastLogInAt ? (
            <>
              {t('staffList.seen')} <TimeAgo date={lastLogInAt} />
            </>
          ) : (
            t('staffList.never')
          )}
          {passwordExpiresAt && ` · ${t('staffList.temporaryUntil', { day: formatDay(passwordExpiresAt) })}`}
        </p>
        {(email || role === 'owner') && (
          <p className={classes.note}>
            {email ?? `${t('staffEmail.missing')}. ${t('staffEmail.missingText')}`}
          </p>
        )}
        {others && <p className={classes.note}>{t('people.same', { names: others })}</p>}
      </div>
      {isOwn ? (
        <p className={classes.note}>{t('staffList.own')}</p>
      ) : (
        <StaffActions account={account} people={people} onIssued={onIssued} />
      )}
    </li>
  )
}

function Badges({ account, isOwn }: Pick<Props, 'account' | 'isOwn'>) {
  const t = useT()
  const { disabledAt, isSecondFactorOn, passwordExpiresAt } = account
  if (disabledAt) {
    return (
      <StatusBadge tone="bad" Icon={IconBan}>
        {t('staffList.disabled')}
      </StatusBadge>
    )
  }
  return (
    <>
      {isOwn && (
        <StatusBadge tone="good" Icon={IconUser}>
          {t('staffList.you')}
        </StatusBadge>
      )}
      {passwordExpiresAt && (
        <StatusBadge tone="wait" Icon={IconClock}>
          {t(new Date(passwordExpiresAt) > new Date() ? 'staffList.temporary' : 'staffList.expired')}
        </StatusBadge>
      )}
      <StatusBadge
        tone={isSecondFactorOn ? 'good' : 'wait'}
        Icon={isSecondFactorOn ? IconShieldCheck : IconShieldOff}
      >
        {t(isSecondFactorOn ? 'staffList.factorOn' : 'staffList.factorOff')}
      </StatusBadge>
    </>
  )
}

/** The other accounts of an account's person. */
function nameOthers(people: Person[], { personId, username }: StaffAccountRow): string {
  const person = people.find(({ id }) => id === personId)
  return person
    ? namePerson({ ...person, staff: person.staff.filter((account) => account.username !== username) })
    : ''
}

type Action = 'changeRole' | 'changePerson' | 'changeEmail' | 'reset' | 'disable' | 'enable'
type StaffActionsProps = {
  account: StaffAccountRow
  people: Person[]
  onIssued: (issued: IssuedPassword) => void
}

/** What an owner may do with another account, and the dialogs for it. */
function StaffActions({ account, people, onIssued }: StaffActionsProps) {
  const t = useT()
  const { id, username: name, disabledAt } = account
  const { subject, isOpen, ask, close } = useAsked<Action>()
  const manage = useManageStaff({ onIssued, onOver: close })
  const actions: Action[] = [
    'changeRole',
    'changePerson',
    'changeEmail',
    'reset',
    disabledAt ? 'enable' : 'disable',
  ]
  const start = (action: Action) => (action === 'enable' ? manage.enable.run({ id }) : ask(action))
  return (
    <div className={classes.actions}>
      {actions.map((action) => (
        <Button
          key={action}
          variant="default"
          px="md"
          aria-label={t('staffList.actionFor', { action: t(`staffList.${action}`), name })}
          loading={action === 'enable' && manage.enable.isPending}
          onClick={() => start(action)}
        >
          {t(`staffList.${action}`)}
        </Button>
      ))}
      {subject === 'changeRole' && (
        <RoleDialog
          account={account}
          opened={isOpen}
          isPending={manage.setRole.isPending}
          onSave={(role) => manage.setRole.run({ id, role })}
          onClose={close}
        />
      )}
      {subject === 'changePerson' && (
        <PersonDialog
          account={account}
          people={people}
          opened={isOpen}
          isPending={manage.setPerson.isPending}
          onSave={(personId) => manage.setPerson.run({ id, personId })}
          onClose={close}
        />
      )}
      {subject === 'changeEmail' && <EmailDialog account={account} opened={isOpen} onClose={close} />}
      {(['disable', 'reset'] as const).map(
        (action) =>
          subject === action && (
            <ConfirmDialog
              key={action}
              title={t(`staffList.${action}Title`, { name })}
              text={t(`staffList.${action}Text`)}
              action={t(`staffList.${action}`)}
              opened={isOpen}
              isPending={manage[action].isPending}
              onConfirm={() => manage[action].run({ id })}
              onClose={close}
            />
          ),
      )}
    </div>
  )
}

type Handlers = { onIssued: (issued: IssuedPassword) => void; onOver: () => void }

/** Change a staff account, report the outcome and reload the list. */
function useManageStaff({ onIssued, onOver }: Handlers) {
  const t = useT()
  const { admin } = trpc.useUtils()
  // Also after a refusal: another owner changed it first, so this list is out of date.
  const handlers = { onOver, onEnd: [admin.listStaff, admin.listPeople] }
  return {
    setRole: useAction(trpc.admin.setStaffRole, {
      ...handlers,
      done: ({ username: name, role }) => ({
        title: t('staffList.roleSaved'),
        message: t('staffList.roleSavedText', { name, role: t(`role.${role}`) }),
      }),
    }),
    setPerson: useAction(trpc.admin.setPersonOfStaff, {
      ...handlers,
      done: { title: t('people.saved'), message: t('people.savedText') },
    }),
    disable: useAction(trpc.admin.disableStaff, {
      ...handlers,
      done: ({ username: name }) => ({
        title: t('staffList.disabledDone'),
        message: t('staffList.signedOut', { name }),
      }),
    }),
    enable: useAction(trpc.admin.enableStaff, {
      ...handlers,
      done: ({ username: name }) => ({
        title: t('staffList.enabledDone'),
        message: t('staffList.enabledText', { name }),
      }),
    }),
    reset: useAction(trpc.admin.resetStaff, { ...handlers, onDone: onIssued }),
  }
}

type EmailDialogProps = { account: StaffAccountRow; opened: boolean; onClose: () => void }

function EmailDialog({ account, opened, onClose }: EmailDialogProps) {
  const t = useT()
  return (
    <Dialog title={t('staffEmail.titleOf', { name: account.username })} opened={opened} onClose={onClose}>
      <EmailForm id={account.id} email={account.email} onSaved={onClose} />
    </Dialog>
  )
}

type RoleDialogProps = {
  account: StaffAccountRow
  opened: boolean
  isPending: boolean
  onSave: (role: StaffRole) => void
  onClose: () => void
}

function RoleDialog({ account, opened, isPending, onSave, onClose }: RoleDialogProps) {
  const t = useT()
  const [role, setRole] = useState(account.role)
  return (
    <Dialog title={t('staffList.roleTitle', { name: account.username })} opened={opened} onClose={onClose}>
      <Stack>
        <RoleField value={role} onChange={setRole} />
        <DialogButtons
          action={t('staffList.saveRole')}
          isPending={isPending}
          isDisabled={role === account.role}
          onCancel={onClose}
          onAct={() => onSave(role)}
        />
      </Stack>
    </Dialog>
  )
}

type PersonDialogProps = {
  account: StaffAccountRow
  people: Person[]
  opened: boolean
  isPending: boolean
  onSave: (personId: string | null) => void
  onClose: () => void
}

function PersonDialog({ account, people, opened, isPending, onSave, onClose }: PersonDialogProps) {
  const t = useT()
  const [personId, setPersonId] = useState<string | null>(account.personId)
  return (
    <Dialog title={t('people.changeTitle', { name: account.username })} opened={opened} onClose={onClose}>
      <Stack>
        <PersonField people={people} value={personId} onChange={setPersonId} />
        <DialogButtons
          action={t('people.save')}
          isPending={isPending}
          isDisabled={personId === account.personId}
          onCancel={onClose}
          onAct={() => onSave(personId)}
        />
      </Stack>
    </Dialog>
  )
}

const LIFETIMES_DAYS = [7, 30, MAX_KEY_DAYS]
const EMPTY: CreateApiKeyInput = {
  name: '',
  permissions: [],
  expiresInDays: MAX_KEY_DAYS,
  networks: [],
  password: '',
}

export function CreateKeyForm({ onCreated }: { onCreated: (created: CreatedApiKey) => void }) {
  const t = useT()
  const utils = trpc.useUtils()
  const required = (entered: string) => (entered.trim() ? null : t('staff.required'))
  const { form, handlers, submitWith } = useIssueForm<CreateApiKeyInput, CreatedApiKey>({
    initialValues: EMPTY,
    validate: {
      name: required,
      permissions: (permissions) => {
        if (permissions.length === 0) return t('keys.choose')
        return mintsAndPays(permissions) ? t('keys.mintsAndPays') : null
      },
      password: (password) => (password ? null : t('staff.required')),
    },
    refusedField: 'password',
    onIssued: onCreated,
    refresh: [utils.admin.listApiKeys],
  })
  const create = useAction(trpc.admin.createApiKey, handlers)
  return (
    <form className={classes.add} onSubmit={submitWith((values) => create.run(values))} noValidate>
      <Stack maw="28rem">
        <Title order={3} size="h4">
          {t('keys.add')}
        </Title>
        <TextInput
          label={t('keys.name')}
          description={t('keys.nameHint')}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={t('keys.permissions')} {...form.getInputProps('permissions')}>
          <div className={classes.choices}>
            {KEY_PERMISSIONS.map((permission) => (
              <Checkbox
                key={permission}
                value={permission}
                radius="xs"
                label={t(`permission.${permission}`)}
                classNames={{ body: classes.choice ?? '' }}
              />
            ))}
          </div>
        </Checkbox.Group>
        <NativeSelect
          label={t('keys.expiry')}
          data={LIFETIMES_DAYS.map((days) => ({ value: String(days), label: t('keys.days', { days }) }))}
          value={String(form.values.expiresInDays)}
          onChange={({ currentTarget }) => form.setFieldValue('expiresInDays', Number(currentTarget.value))}
        />
        <TagsInput
          label={t('keys.networks')}
          description={t('keys.networksHint')}
          {...form.getInputProps('networks')}
          error={form.errors.networks ?? findListError(form.errors, 'networks')}
        />
        <PasswordField
          label={t('word.yourPasswordAgain')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <div>
          <Button type="submit" disabled={create.isPending}>
            {t(create.isPending ? 'keys.creating' : 'keys.create')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** The first complaint about one of a list's entries. */
function findListError(errors: Record<string, ReactNode>, field: string): ReactNode {
  return Object.entries(errors).find(([path]) => path.startsWith(`${field}.`))?.[1]
}

type Options<Values extends Record<string, unknown>, Issued> = UseFormInput<Values> & {
  /** The form that shows validation errors. */
  refusedField: keyof Values & string
  /** Shows the secret, which only this answer contains. */
  onIssued: (issued: Issued) => void
  refresh: Refresh
}

/** Create something whose secret is shown once. The form is cleared on success and keeps its values on refusal. */
export function useIssueForm<Values extends Record<string, unknown>, Issued>({
  refusedField: passwordField,
  onIssued: onDone,
  refresh,
  ...options
}: Options<Values, Issued>) {
  const form = useForm<Values>(options)
  // Also cleared once it waits for a second person: nothing of it is left to send again.
  const handlers = { form, passwordField, onAccepted: form.reset, onDone, refresh }
  const submitWith = (act: (values: Values) => void) => form.onSubmit(act, focusFirstError(form))
  return { form, handlers, submitWith }
}
