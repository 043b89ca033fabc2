# A payment and its refund, with the client that openapi-generator makes of the document as it is.
require 'json'
require 'openapi_client'

include OpenapiClient

base, client_id, client_secret = ARGV
at = lambda do |token|
  ApiClient.new(Configuration.new.tap do |settings|
    settings.scheme, settings.host = base.split('://')
    settings.server_index = nil
    settings.access_token = token
  end)
end
token = TokensApi.new(at[nil]).get_token('client_credentials', client_id: client_id, client_secret: client_secret)
client = at[token.access_token]
shop = PaymentIntentsApi.new(client)

[[shop, 'ZZZ'], [PaymentIntentsApi.new(at['none']), 'USD']].each do |api, currency|
  api.create_payment_intent(CreatePaymentIntent.new(amount: 12.5, currency: currency))
rescue ApiError => e
  puts JSON.parse(e.response_body)['code']
end

order = CreatePaymentIntent.new(amount: 12.5, reference: 'order-1')
intent = shop.create_payment_intent(order, idempotency_key: 'order-1').payment_intent
puts "#{intent.status} #{intent.amount_decimal} #{intent.qr_code_url[0, 10]}"
paid = SandboxApi.new(client).simulate(intent.id, Simulate.new(action: 'pay')).payment_intent
puts "#{paid.status} #{paid.qr_code_url || 'without a code'}"
puts shop.refund_payment_intent(intent.id).payment_intent.refund_status
sleep 0.2 until (seen = shop.get_payment_intent(intent.id).payment_intent).refund_status == 'completed'
puts seen.refund_status
