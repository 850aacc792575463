import { useT } from '../../i18n/use-t.ts'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { type Chart, saveChart } from './chart-file.ts'

/** Downloads a chart as a picture. `name`: of the file, without its extension. */
export function ChartMenu({ name, chart }: { name: string; chart: Chart }) {
  const t = useT()
  const save = (format: 'svg' | 'png') => {
    saveChart(chart, { name, format }).catch(() =>
      showToast({ kind: 'error', title: t('results.downloadFailed'), message: t('state.failedText') }),
    )
  }
  return (
    <RowMenu
      label={t('charts.menu', { question: chart.title })}
      actions={[
        { label: t('charts.png'), onClick: () => save('png') },
        { label: t('charts.svg'), onClick: () => save('svg') },
      ]}
    />
  )
}
