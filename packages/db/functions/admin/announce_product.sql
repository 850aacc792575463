-- Makes every process read the product's name and contact details again at once instead of a few seconds later.
create or replace function announce_product() returns trigger language plpgsql as $$
begin
  perform pg_notify('product_change', '');
  return null;
end $$;

create trigger product_announced after update on product
  for each row execute function announce_product();
