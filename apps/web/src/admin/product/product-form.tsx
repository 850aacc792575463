import { FIGURE_GROUPS, type FigureName, type Figures } from '@chuma/contract/admin/figures'
import type { ChangeProductInput, Product } from '@chuma/contract/admin/set-up'
import { Button, Fieldset, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { SettingSwitch } from '../../account/settings/setting-switch.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'

type Fields = { name: string; email: string; phone: string; address: string; hours: string }
type Props = { product: Product; submitLabel: string; onSaved: () => void }

const FIELDS = ['name', 'email', 'phone', 'address'] as const
const HINTS = { name: 'product.nameHint', email: 'product.emailHint', phone: null, address: null } as const
const TYPES = { name: 'text', email: 'email', phone: 'tel', address: 'text' } as const

/** The product's name and how to reach its operator, as every page and mail shows them. */
export function ProductForm({ product, submitLabel, onSaved }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const { name, email, phone, address, hours } = product
  const isMissing = (text: string) => (text.trim() ? null : t('staff.required'))
  const form = useForm<Fields>({
    initialValues: { name, email, phone, address, hours: hours.join('\n') },
    validate: { name: isMissing, email: isMissing, phone: isMissing, address: isMissing, hours: isMissing },
  })
  const change = useAction(trpc.admin.changeProduct, {
    form,
    onDone: (saved) => {
      utils.admin.getProduct.setData(undefined, saved)
      onSaved()
    },
  })
  const save = (values: Fields) => change.run(toInput(values, product.isSignUpOpen))
  return (
    <form onSubmit={form.onSubmit(save, focusFirstError(form))} noValidate>
      <Stack maw="28rem">
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            type={TYPES[field]}
            label={t(`product.${field}`)}
            description={HINTS[field] && t(HINTS[field])}
            autoComplete="off"
            {...form.getInputProps(field)}
          />
        ))}
        <Textarea
          label={t('product.hours')}
          description={t('product.hoursHint')}
          autosize
          minRows={2}
          {...form.getInputProps('hours')}
        />
        <div>
          <Button type="submit" disabled={change.isPending}>
            {change.isPending ? t('product.saving') : submitLabel}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function toInput({ hours, ...fields }: Fields, isSignUpOpen: boolean): ChangeProductInput {
  return { ...fields, hours: hours.split('\n').flatMap((line) => line.trim() || []), isSignUpOpen }
}

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

const GROUPS = ['strip', 'methods', 'about'] as const
const EXAMPLES: Partial<Record<FigureName, string>> = {
  members: '12,400',
  paidOut: 'KES 3.2M',
  founded: '2024',
}

/** One line for each place; an empty one hides the place. */
function FiguresForm({ figures }: { figures: Figures }) {
  const t = useT()
  const utils = trpc.useUtils()
  const form = useForm<Figures>({ initialValues: figures })
  const change = useAction(trpc.admin.changeFigures, {
    form,
    onDone: (saved) => utils.admin.getProduct.setData(undefined, saved),
    done: { title: t('product.savedTitle'), message: t('product.saved') },
  })
  return (
    <form onSubmit={form.onSubmit((values) => change.run(values), focusFirstError(form))} noValidate>
      <Stack maw="44rem">
        {GROUPS.map((group) => (
          <Fieldset key={group} legend={t(`figures.group.${group}`)}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
              {FIGURE_GROUPS[group].map((name) => (
                <TextInput
                  key={name}
                  label={t(`figures.${name}`)}
                  placeholder={EXAMPLES[name]}
                  autoComplete="off"
                  {...form.getInputProps(name)}
                />
              ))}
            </SimpleGrid>
          </Fieldset>
        ))}
        <div>
          <Button type="submit" disabled={change.isPending}>
            {change.isPending ? t('product.saving') : t('figures.save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

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
  const change = useAction(trpc.admin.changeProduct, {
    onDone: (saved) => utils.admin.getProduct.setData(undefined, saved),
  })
  const { figures: _, ...details } = product
  return (
    <SettingSwitch
      label={t('product.signUp')}
      description={t('product.signUpHint')}
      isOn={(change.isPending && change.variables?.isSignUpOpen) ?? product.isSignUpOpen}
      onChange={(isSignUpOpen) => change.run({ ...details, isSignUpOpen })}
    />
  )
}
