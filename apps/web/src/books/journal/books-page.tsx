import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import tabs from '../../admin/frame/admin-tabs.module.css'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { useShowActiveTab } from '../../ui/page/use-show-active-tab.ts'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { BOOKS_TABS, type BooksTab, readBooksTab } from './books-tab.ts'
import { CashSection } from './cash-section.tsx'
import { ExposureSection } from './exposure-section.tsx'
import { PeriodsSection } from './periods-section.tsx'
import { TrialBalanceSection } from './trial-balance-section.tsx'

// The chart is larger than the rest of the page.
const ProfitSection = lazy(async () => ({
  default: (await import('./profit-section.tsx')).ProfitSection,
}))

/** The house's own books. */
export function BooksPage({ tab = 'balance' }: { tab: BooksTab | undefined }) {
  const t = useT()
  const navigate = useNavigate()
  const row = useShowActiveTab(tab)
  return (
    <AdminFrame title={t('journal.title')} needs="ledger:verify">
      {() => (
        <Tabs
          value={tab}
          onChange={(next) =>
            void navigate({ to: '/admin/books', search: readBooksTab({ tab: next }), resetScroll: false })
          }
          activateTabWithKeyboard={false}
          keepMounted={false}
          classNames={{ list: tabs.list ?? '', tab: tabs.tab ?? '', panel: blocks.sections ?? '' }}
        >
          <Tabs.List aria-label={t('journal.title')} ref={row}>
            {BOOKS_TABS.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`journal.tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="balance">
            <TrialBalanceSection />
          </Tabs.Panel>
          <Tabs.Panel value="profit">
            <Suspense fallback={<Skeletons count={2} height={320} />}>
              <ProfitSection />
            </Suspense>
          </Tabs.Panel>
          <Tabs.Panel value="exposure">
            <ExposureSection />
          </Tabs.Panel>
          <Tabs.Panel value="cash">
            <CashSection />
          </Tabs.Panel>
          <Tabs.Panel value="periods">
            <PeriodsSection />
          </Tabs.Panel>
        </Tabs>
      )}
    </AdminFrame>
  )
}
