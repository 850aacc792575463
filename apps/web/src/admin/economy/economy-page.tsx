import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { EconomyEditor } from './economy-editor.tsx'
import { HistorySection } from './history-section.tsx'
import { EconomyPresetChoice } from './preset-choice.tsx'

/** Every rate, limit and reward, what they mean in money, and who changed them. */
export function EconomyPage() {
  const t = useT()
  return (
    <AdminFrame title={t('economy.title')} needs="economy:read">
      {() => <Economy />}
    </AdminFrame>
  )
}

function Economy() {
  // Refetches only on request, so that typed values stay, and never fills the form from stale data.
  const query = trpc.admin.getEconomy.useQuery(undefined, { refetchOnWindowFocus: false, gcTime: 0 })
  const [choices, setChoices] = useState(0)
  return (
    <>
      {/* A choice replaces the numbers in the form below. */}
      <EconomyPresetChoice onChosen={() => setChoices(choices + 1)} />
      <QueryView query={query} skeleton={<Skeletons count={4} height={200} />}>
        {(report) => <EconomyEditor key={choices} report={report} />}
      </QueryView>
      <HistorySection />
    </>
  )
}
