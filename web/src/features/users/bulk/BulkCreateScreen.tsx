/** `/bulkcreateusers` */
export function BulkCreateScreen() {
  return null;
}
