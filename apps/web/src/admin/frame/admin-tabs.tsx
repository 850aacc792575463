import type { Permission } from '@chuma/contract/admin/permissions'
import { Tabs } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { UsersTab } from '../../account/members/users-tab.tsx'
import { useT } from '../../i18n/use-t.ts'
import { WithdrawalsTab } from '../../payouts/withdrawals-tab.tsx'
import { SurveysTab } from '../../surveys/offers/surveys-tab.tsx'
import { QuizzesTab } from '../../tasks/quiz/quizzes-tab.tsx'
import { GamesTab } from '../../tasks/wheel/games-tab.tsx'
import blocks from '../../ui/blocks.module.css'
import { useShowActiveTab } from '../../ui/page/use-show-active-tab.ts'
import { type AdminTab, listAdminTabs, readAdminTab } from './admin-tab.ts'
import classes from './admin-tabs.module.css'

type Props = { permissions: readonly Permission[]; asked: AdminTab | undefined }

export function AdminTabs({ permissions, asked }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const tabs = listAdminTabs(permissions)
  const tab = tabs.find((name) => name === asked) ?? tabs[0] ?? null
  const row = useShowActiveTab(tab)
  const open = (next: string | null) =>
    void navigate({
      to: pathname === '/admin-dashboard' ? '/admin-dashboard' : '/admin',
      search: readAdminTab({ tab: next }),
      resetScroll: false,
    })
  return (
    <Tabs
      value={tab}
      onChange={open}
      // Opening a tab adds to the browser's history, so arrow keys only move the focus and Enter opens.
      activateTabWithKeyboard={false}
      keepMounted={false}
      classNames={{ list: classes.list ?? '', tab: classes.tab ?? '', panel: blocks.sections ?? '' }}
    >
      <Tabs.List aria-label={t('admin.tabs')} ref={row}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`admin.tab.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="users">
        <UsersTab />
      </Tabs.Panel>
      <Tabs.Panel value="withdrawals">
        <WithdrawalsTab permissions={permissions} />
      </Tabs.Panel>
      <Tabs.Panel value="surveys">
        <SurveysTab />
      </Tabs.Panel>
      <Tabs.Panel value="games">
        <GamesTab />
      </Tabs.Panel>
      <Tabs.Panel value="quizzes">
        <QuizzesTab />
      </Tabs.Panel>
    </Tabs>
  )
}
