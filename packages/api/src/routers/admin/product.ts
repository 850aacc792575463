import { changeFiguresInput, changeProductInput, product } from '@chuma/contract/admin/product'
import { changeFigures, changeProduct } from '@chuma/core/admin/product'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: the product's name, contact details and claims. */
export const productProcedures = {
  getProduct: staffProcedure('system:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/product',
        summary: "The product's name, contact details and claims, and whether sign-up is open",
      },
    })
    .output(product)
    .query(({ ctx }) => ctx.deps.product()),

  changeProduct: staffProcedure('system:manage', 'sensitive')
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/product',
        summary: "Change the product's name and contact details, and open or close sign-up",
        description: 'They replace the settings of the environment on every page and in every mail.',
      },
    })
    .input(changeProductInput)
    .output(product)
    .mutation(({ ctx, input }) => changeProduct(ctx.deps, ctx.staff, input)),

  changeFigures: staffProcedure('system:manage', 'sensitive')
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/product/figures',
        summary: 'Change the figures that the landing page and /about claim',
        description: 'The operator answers for them; an empty one is not shown.',
      },
    })
    .input(changeFiguresInput)
    .output(product)
    .mutation(({ ctx, input }) => changeFigures(ctx.deps, ctx.staff, input)),
}
