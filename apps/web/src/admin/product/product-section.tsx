import type { Product } from '@chuma/contract/admin/product'
import { SettingSwitch } from '../../account/settings/setting-switch.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { useShowFailure } from '../use-show-failure.ts'
import { ProductForm } from './product-form.tsx'

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

/** Opens and closes sign-up at once; members who exist are not affected. */
function SignUpSwitch({ product }: { product: Product }) {
  const t = useT()
  const utils = trpc.useUtils()
  const onError = useShowFailure()
  const change = trpc.admin.changeProduct.useMutation({
    onSuccess: (saved) => utils.admin.getProduct.setData(undefined, saved),
    onError,
  })
  const { figures: _, ...details } = product
  return (
    <SettingSwitch
      label={t('product.signUp')}
      description={t('product.signUpHint')}
      isOn={change.isPending ? change.variables.isSignUpOpen : product.isSignUpOpen}
      onChange={(isSignUpOpen) => change.mutate({ ...details, isSignUpOpen })}
    />
  )
}
