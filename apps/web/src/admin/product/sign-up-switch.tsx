import type { Product } from '@chuma/contract/admin/product'
import { SettingSwitch } from '../../account/settings/setting-switch.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useShowFailure } from '../use-show-failure.ts'

/** Opens and closes sign-up at once; members who exist are not affected. */
export function SignUpSwitch({ product }: { product: Product }) {
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
