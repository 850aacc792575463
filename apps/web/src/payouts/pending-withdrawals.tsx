import { useState } from 'react'
import { useMay } from '../admin/frame/use-staff-member.ts'
import { useT } from '../i18n/use-t.ts'
import { BulkApproval } from './approvals/bulk-approval.tsx'
import { WithdrawalList } from './withdrawal-list.tsx'
import classes from './withdrawals-section.module.css'

/** What waits for a decision, one by one or many at once. */
export function PendingWithdrawals() {
  const t = useT()
  const mayDecide = useMay('withdrawals:decide')
  const [selected, setSelected] = useState<readonly string[]>([])
  const selection = {
    isSelected: (id: string) => selected.includes(id),
    toggle: (id: string) =>
      setSelected((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id])),
    setAll: (wanted: readonly string[], isOn: boolean) =>
      setSelected((ids) => [...ids.filter((id) => !wanted.includes(id)), ...(isOn ? wanted : [])]),
  }
  return (
    <div>
      {mayDecide && (
        <div className={classes.bulk}>
          <BulkApproval selected={selected} onDone={() => setSelected([])} />
        </div>
      )}
      <WithdrawalList status="pending" title={t('admin.sectionPending')} {...(mayDecide && { selection })} />
    </div>
  )
}
