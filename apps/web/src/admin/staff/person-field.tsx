import { STAFF_ROLES, type StaffRole } from '@chuma/contract/admin/permissions'
import type { Person } from '@chuma/contract/admin/staff'
import { NativeSelect } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'

type Props = { people: Person[]; value: string | null; onChange: (personId: string | null) => void }

/** Whose an account is: someone known from their other accounts, or someone without one. */
export function PersonField({ people, value, onChange }: Props) {
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

type RoleFieldProps = { value: StaffRole; onChange: (role: StaffRole) => void }

export function RoleField({ value, onChange }: RoleFieldProps) {
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
