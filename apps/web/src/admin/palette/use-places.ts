import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { listStaffPlaces } from '../frame/staff-places.ts'
import type { Found } from './found.ts'

/** Find the pages whose name contains all typed words; without any, list all of them. */
export function usePlaces(staff: SignedInStaffMember, typed: string): Found[] {
  const t = useT()
  const navigate = useNavigate()
  const words = typed.toLowerCase().split(/\s+/)
  return listStaffPlaces(staff)
    .flatMap(({ label: group, places }) =>
      places.map(({ to, search, label }) => ({
        key: label,
        label: t(label),
        description: t(group),
        go: () => void navigate({ to, ...(search && { search }) }),
      })),
    )
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
}
