import { useT } from '../../i18n/use-t.ts'

/** How many members could take a survey about which a second person decides. Null: one to four. */
export function FewMembers({ members }: { members: number | null }) {
  const t = useT()
  return <strong>{members === null ? t('audience.fitFew') : t('audience.fit', { count: members })}</strong>
}
