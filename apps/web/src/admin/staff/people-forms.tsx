import type { AdminMember } from '@chuma/contract/account/members'
import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { Person } from '@chuma/contract/admin/staff'
import { STAFF_ROLES } from '@chuma/contract/auth/auth-rules'
import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { useRefreshMembers } from '../../payouts/data.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { Dialog, DialogButtons } from '../../ui/dialogs/dialog.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'

type Props = {
  /** The account, for an owner. Without it, the caller's own. */
  id?: string
  email: string | null
  onSaved?: () => void
}

/** Where a staff account's mail goes. An empty field removes the address. */
export function EmailForm({ id, email, onSaved }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const form = useForm({ initialValues: { email: email ?? '' } })
  const handlers = {
    form,
    passwordField: 'email' as const,
    ...(onSaved && { onDone: onSaved }),
    done: { title: t('staffEmail.saved'), message: email === null ? '' : t('staffEmail.savedText') },
    refresh: [utils.admin.listStaff, utils.admin.getStaffMember],
  }
  const setOwn = useAction(trpc.admin.setOwnEmail, handlers)
  const setOther = useAction(trpc.admin.setStaffEmail, handlers)
  const typed = form.values.email.trim() || null
  const save = () => (id ? setOther.run({ id, email: typed }) : setOwn.run({ email: typed }))
  return (
    <form onSubmit={form.onSubmit(save, focusFirstError(form))} noValidate>
      <Stack maw="28rem">
        <TextInput
          type="email"
          label={t('staffEmail.label')}
          description={t('staffEmail.hint')}
          autoComplete={id ? 'off' : 'email'}
          {...form.getInputProps('email')}
        />
        <div>
          <Button type="submit" disabled={typed === email} loading={setOwn.isPending || setOther.isPending}>
            {t('staffEmail.save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

type MemberRoleDialogProps = { member: AdminMember; onClose: () => void }

/** Makes a member an admin, with the person whose account it is, or takes the role away. */
export function MemberRoleDialog({ member, onClose }: MemberRoleDialogProps) {
  const t = useT()
  const people = trpc.admin.listPeople.useQuery(undefined, { staleTime: 0 })
  const name = `${member.firstName} ${member.lastName}`
  return (
    <Dialog title={t('member.roleTitle', { name })} opened onClose={onClose}>
      <QueryView query={people} skeleton={<Skeletons count={2} height={64} />}>
        {(known) => {
          const own = known.find(({ members }) => members.some(({ memberId }) => memberId === member.id))
          const others = known.filter((person) => person !== own)
          return <Fields member={member} people={others} isKnown={own !== undefined} onClose={onClose} />
        }}
      </QueryView>
    </Dialog>
  )
}

type FieldProps = MemberRoleDialogProps & {
  people: Parameters<typeof PersonField>[0]['people']
  isKnown: boolean
}

function Fields({ member, people, isKnown, onClose }: FieldProps) {
  const t = useT()
  const promote = useAction(trpc.admin.setMemberRole, {
    onDone: onClose,
    done: t('member.roleSaved'),
    // Also after a refusal: someone else changed the member first, so this screen is out of date.
    onEnd: useRefreshMembers(),
  })
  const [isAdmin, setAdmin] = useState(true)
  const [role, setChosen] = useState<StaffRole>(member.adminRole ?? 'analyst')
  const [personId, setPersonId] = useState<string | null>(null)
  const save = () =>
    promote.run({
      memberId: member.id,
      role: isAdmin ? role : null,
      // Whose account it is was said with the first role.
      ...(isAdmin && !isKnown && { personId }),
    })
  const isSame = isAdmin && role === member.adminRole
  return (
    <Stack>
      <Text c="dimmed">{t('member.roleText')}</Text>
      {member.adminRole !== null && (
        <Checkbox
          label={t('member.roleKept')}
          checked={isAdmin}
          onChange={({ currentTarget }) => setAdmin(currentTarget.checked)}
        />
      )}
      {isAdmin && <RoleField value={role} onChange={setChosen} />}
      {isAdmin && !isKnown && <PersonField people={people} value={personId} onChange={setPersonId} />}
      <DialogButtons
        action={t(isAdmin ? 'member.roleSave' : 'member.roleRemove')}
        isPending={promote.isPending}
        isDanger={!isAdmin}
        isDisabled={isSame}
        onCancel={onClose}
        onAct={save}
      />
    </Stack>
  )
}

type PersonFieldProps = {
  people: Person[]
  value: string | null
  onChange: (personId: string | null) => void
}

/** Whose an account is: someone known from their other accounts, or someone without one. */
export function PersonField({ people, value, onChange }: PersonFieldProps) {
  const t = useT()
  return (
    <NativeSelect
      label={t('people.label')}
      description={t('people.hint')}
      data={[
        { value: '', label: t('people.new') },
        ...people.map((person) => ({ value: person.id, label: namePerson(person) })),
      ]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  )
}

/** A person is known by their accounts. */
export function namePerson({ staff, members }: Pick<Person, 'staff' | 'members'>): string {
  return [...staff.map(({ username }) => username), ...members.map(({ email }) => email)].join(', ')
}

export function RoleField({ value, onChange }: { value: StaffRole; onChange: (role: StaffRole) => void }) {
  const t = useT()
  return (
    <NativeSelect
      label={t('staffList.role')}
      description={t(`role.${value}Text`)}
      data={STAFF_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = STAFF_ROLES.find((role) => role === currentTarget.value)
        if (chosen) onChange(chosen)
      }}
    />
  )
}
