import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { ProductForm } from '../product/product-form.tsx'
import { StepSection } from './step-section.tsx'
import { type StepProps, useCompleteStep } from './use-complete-step.ts'

export function ProductStep({ onDone }: StepProps) {
  const t = useT()
  const query = trpc.admin.getProduct.useQuery()
  const complete = useCompleteStep(onDone)
  return (
    <StepSection title={t('product.title')} text={t('setUp.product')}>
      <QueryView query={query} skeleton={<Skeletons count={3} height={64} />}>
        {(product) => (
          <ProductForm
            product={product}
            submitLabel={t('setUp.saveAndGoOn')}
            onSaved={() => complete.mutate({ step: 'product' })}
          />
        )}
      </QueryView>
    </StepSection>
  )
}
