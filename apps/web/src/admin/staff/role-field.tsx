import { STAFF_ROLES, type StaffRole } from '@chuma/contract/admin/permissions'
import { NativeSelect } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'

type Props = { value: StaffRole; onChange: (role: StaffRole) => void }

export function RoleField({ value, onChange }: Props) {
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
