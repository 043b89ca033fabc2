<?php
// A payment and its refund, with the client that openapi-generator makes of the document as it is.

use OpenAPI\Client\Api\PaymentIntentsApi;
use OpenAPI\Client\Api\SandboxApi;
use OpenAPI\Client\Api\TokensApi;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\CreatePaymentIntent;
use OpenAPI\Client\Model\Simulate;

error_reporting(E_ALL & ~E_DEPRECATED);
require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class) {
    require __DIR__ . '/client/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
});

[, $base, $clientId, $clientSecret] = $argv;
$at = fn (string $token) => (new Configuration())->setHost($base)->setAccessToken($token);
$token = (new TokensApi(null, $at('')))->getToken('client_credentials', $clientId, $clientSecret);
$shop = new PaymentIntentsApi(null, $at($token->getAccessToken()));
$stranger = new PaymentIntentsApi(null, $at('none'));

foreach ([[$shop, 'ZZZ'], [$stranger, 'USD']] as [$api, $currency]) {
    try {
        $api->createPaymentIntent(new CreatePaymentIntent(['amount' => 12.5, 'currency' => $currency]));
    } catch (ApiException $refusal) {
        echo json_decode($refusal->getResponseBody())->code, "\n";
    }
}

$order = new CreatePaymentIntent(['amount' => 12.5, 'reference' => 'order-1']);
$intent = $shop->createPaymentIntent($order, 'order-1')->getPaymentIntent();
echo $intent->getStatus(), ' ', $intent->getAmountDecimal(), ' ', substr($intent->getQrCodeUrl(), 0, 10), "\n";
$sandbox = new SandboxApi(null, $at($token->getAccessToken()));
$paid = $sandbox->simulate($intent->getId(), new Simulate(['action' => 'pay']))->getPaymentIntent();
echo $paid->getStatus(), ' ', $paid->getQrCodeUrl() ?? 'without a code', "\n";
echo $shop->refundPaymentIntent($intent->getId())->getPaymentIntent()->getRefundStatus(), "\n";
while (($seen = $shop->getPaymentIntent($intent->getId())->getPaymentIntent())->getRefundStatus() !== 'completed') {
    usleep(200_000);
}
echo $seen->getRefundStatus(), "\n";
