import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { ProductForm } from './product-form.tsx'
import { SignUpSwitch } from './sign-up-switch.tsx'

/** For owners: name, contact details, and whether people can sign up. */
export function ProductSection() {
  const t = useT()
  const query = trpc.admin.getProduct.useQuery()
  const onSaved = () =>
    showToast({ kind: 'success', title: t('product.savedTitle'), message: t('product.saved') })
  return (
    <Section title={t('product.title')} text={t('product.text')}>
      <QueryView query={query} skeleton={<Skeletons count={3} height={64} />}>
        {(product) => (
          <>
            <SignUpSwitch product={product} />
            <ProductForm product={product} submitLabel={t('product.save')} onSaved={onSaved} />
          </>
        )}
      </QueryView>
    </Section>
  )
}
