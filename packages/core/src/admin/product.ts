import type { Figures } from '@chuma/contract/admin/figures'
import type { ChangeProductInput, Product } from '@chuma/contract/admin/set-up'
import type { Db } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { getStoredProduct, lockProduct, updateFigures, updateProduct } from '@chuma/db/queries/admin/set-up'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { announceShared, type CacheOptions, createCached } from '../live/cached.ts'

/** The environment's settings, which count until an owner has chosen others. */
type ProductDefaults = Omit<Product, 'isSignUpOpen'>

/**
 * Read the product's name, contact details and claims, and cache them. The same object as long as nothing was read again.
 */
export function createProductReader(
  db: Db,
  defaults: ProductDefaults,
  options?: CacheOptions,
): Deps['product'] {
  return createCached(() => readProduct(db, defaults), 'product', options)
}

async function readProduct(db: Db, defaults: ProductDefaults): Promise<Product> {
  return fillProduct(await getStoredProduct(db), defaults)
}

type Stored = Awaited<ReturnType<typeof getStoredProduct>>

function fillProduct(stored: Stored, defaults: ProductDefaults): Product {
  return {
    name: stored.name ?? defaults.name,
    email: stored.supportEmail ?? defaults.email,
    phone: stored.supportPhone ?? defaults.phone,
    address: stored.officeAddress ?? defaults.address,
    hours: stored.supportHours ?? defaults.hours,
    isSignUpOpen: stored.isSignUpOpen,
    figures: stored.figures ?? defaults.figures,
  }
}

/** Choose the product's name and contact details, and whether sign-up is open. Counts in every process from the commit on. */
export async function changeProduct(
  deps: Deps,
  actor: StaffActor,
  { name, email, phone, address, hours, isSignUpOpen }: ChangeProductInput,
): Promise<Product> {
  const after = {
    name,
    supportEmail: email,
    supportPhone: phone,
    officeAddress: address,
    supportHours: hours,
    isSignUpOpen,
  }
  await deps.db.transaction().execute(async (trx) => {
    const { figures: _, ...before } = await lockProduct(trx)
    await updateProduct(trx, after)
    await recordAct(trx, actor, { action: 'product.changed', subject: 'product', before, after })
  })
  await announceShared(deps, 'product')
  return deps.product()
}

/** Choose what the public pages claim. Nothing computes these words; the operator answers for them. */
export async function changeFigures(deps: Deps, actor: StaffActor, after: Figures): Promise<Product> {
  await deps.db.transaction().execute(async (trx) => {
    const { figures: before } = await lockProduct(trx)
    await updateFigures(trx, after)
    await recordAct(trx, actor, {
      action: 'product.figures-changed',
      subject: 'product',
      ...(before && { before }),
      after,
    })
  })
  await announceShared(deps, 'product')
  return deps.product()
}
