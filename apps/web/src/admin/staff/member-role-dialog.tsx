import type { AdminMember } from '@chuma/contract/account/members'
import type { StaffRole } from '@chuma/contract/admin/permissions'
import { Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useManageMember } from '../../account/members/member-premium.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { PersonField, RoleField } from './person-field.tsx'

type Props = { member: AdminMember; onClose: () => void }

/** Makes a member an admin, with the person whose account it is, or takes the role away. */
export function MemberRoleDialog({ member, onClose }: Props) {
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

type FieldProps = Props & { people: Parameters<typeof PersonField>[0]['people']; isKnown: boolean }

function Fields({ member, people, isKnown, onClose }: FieldProps) {
  const t = useT()
  const { setRole, isPending } = useManageMember(onClose)
  const [isAdmin, setAdmin] = useState(true)
  const [role, setChosen] = useState<StaffRole>(member.adminRole ?? 'analyst')
  const [personId, setPersonId] = useState<string | null>(null)
  const save = () =>
    setRole({
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
        isPending={isPending}
        isDanger={!isAdmin}
        isDisabled={isSame}
        onCancel={onClose}
        onAct={() => void save()}
      />
    </Stack>
  )
}
