import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { FiguresForm } from './figures-form.tsx'

/** For owners: what the landing page and /about claim. */
export function FiguresSection() {
  const t = useT()
  const query = trpc.admin.getProduct.useQuery()
  return (
    <Section title={t('figures.title')} text={t('figures.text')}>
      <QueryView query={query} skeleton={<Skeletons count={3} height={64} />}>
        {(product) => <FiguresForm figures={product.figures} />}
      </QueryView>
    </Section>
  )
}
