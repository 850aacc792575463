import type { AdminMember } from '@chuma/contract/account/members'
import type { Permission } from '@chuma/contract/admin/permissions'
import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import tabs from '../../admin/frame/admin-tabs.module.css'
import { useT } from '../../i18n/use-t.ts'
import { MemberDestinations } from '../../payouts/destinations/member-destinations.tsx'
import { WithdrawalList } from '../../payouts/withdrawal-list.tsx'
import { MemberProfile } from '../../profile/member-profile.tsx'
import blocks from '../../ui/blocks.module.css'
import { useShowActiveTab } from '../../ui/page/use-show-active-tab.ts'
import { MemberAudit } from './member-audit.tsx'
import { MemberDevices } from './member-devices.tsx'
import { MemberLedger } from './member-ledger.tsx'
import { MemberNotes } from './member-notes.tsx'
import { MemberPremium } from './member-premium.tsx'
import { MemberStanding } from './member-standing.tsx'
import { listMemberViews, type MemberView, readMemberView } from './member-view.ts'
import { MemberWorkList } from './member-work-list.tsx'
import { MemberSecurity } from './security/member-security.tsx'

type Props = { member: AdminMember; permissions: readonly Permission[]; asked: MemberView | undefined }

/** One view at a time; the address says which. */
export function MemberViews({ member, permissions, asked }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const views = listMemberViews(permissions)
  const open = (view: string | null) =>
    void navigate({
      to: '/admin/members/$memberId',
      params: { memberId: member.id },
      search: readMemberView({ view }),
      resetScroll: false,
    })
  const tab = views.find((name) => name === asked) ?? views[0] ?? null
  const row = useShowActiveTab(tab)
  return (
    <Tabs
      value={tab}
      onChange={open}
      activateTabWithKeyboard={false}
      keepMounted={false}
      classNames={{ list: tabs.list ?? '', tab: tabs.tab ?? '', panel: blocks.sections ?? '' }}
    >
      <Tabs.List aria-label={t('member.views')} ref={row}>
        {views.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`member.view.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {views.map((name) => (
        <Tabs.Panel key={name} value={name}>
          <View name={name} member={member} permissions={permissions} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

type ViewProps = { name: MemberView; member: AdminMember; permissions: readonly Permission[] }

function View({ name, member, permissions }: ViewProps) {
  switch (name) {
    case 'ledger':
      return <MemberLedger memberId={member.id} />
    case 'withdrawals':
      return <MemberWithdrawals memberId={member.id} />
    case 'profile':
      return <MemberProfile memberId={member.id} />
    case 'destinations':
      return (
        <MemberDestinations
          memberId={member.id}
          mayDecide={member.erasedAt === null && permissions.includes('withdrawals:decide')}
        />
      )
    case 'work':
      return <MemberWorkList memberId={member.id} />
    case 'devices':
      return <MemberDevices memberId={member.id} />
    case 'security':
      return <MemberSecurity memberId={member.id} />
    case 'premium':
      return <MemberPremium member={member} />
    case 'standing':
      return <MemberStanding member={member} />
    case 'notes':
      return <MemberNotes memberId={member.id} />
    case 'audit':
      return <MemberAudit memberId={member.id} />
  }
}

/**
 * All of the member's withdrawals, oldest first, with their actions and the risk score each had when it was requested.
 */
function MemberWithdrawals({ memberId }: { memberId: string }) {
  const t = useT()
  return <WithdrawalList query={{ memberId }} title={t('member.view.withdrawals')} />
}
